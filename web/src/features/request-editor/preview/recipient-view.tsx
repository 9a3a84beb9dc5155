import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Circle, CircleDashed } from "lucide-react";
import { useId } from "react";
import { toReceivedDue } from "../../../data/inbox/due.models.ts";
import { remainingText } from "../../../data/inbox/remaining.models.ts";
import { toSections } from "../../../data/items/sections.models.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { workspaceSettingsOptions } from "../../../data/workspaces/workspace-settings.query.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { WorkspaceMark } from "../../../ui/layout/workspace-mark.tsx";
import { Chip } from "../../../ui/status/chip.tsx";
import { Segments } from "../../../ui/status/segments.tsx";
import type { EditorState } from "../editor.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./preview.module.css";

interface RecipientViewProps {
  state: Pick<EditorState, "title" | "message" | "due_on" | "items">;
  workspace: Pick<Workspace, "id" | "name">;
}

/** The checklist as its recipients will find it, while it is written. A picture: nothing in it can be pressed. */
export function RecipientView({
  state: { title, message, due_on: dueOn, items },
  workspace,
}: RecipientViewProps) {
  const id = useId();
  const { data: settings } = useQuery(workspaceSettingsOptions({ workspaceId: workspace.id }));
  const { accent = null, logo = null } = settings?.branding ?? {};
  const required = items.filter((item) => item.required).length;
  const due = dueOn === null ? null : toReceivedDue(dueOn);
  return (
    <section aria-labelledby={id} className={styles["view"]}>
      <h2 id={id}>Preview</h2>
      <div
        className={styles["phone"]}
        // Scrolls, so the keyboard must reach it.
        tabIndex={0}
        role="group"
        aria-labelledby={id}
        data-branded={accent === null ? undefined : ""}
        style={{ ["--brand" as string]: accent ?? undefined }}
      >
        <p className={styles["from"]}>
          <WorkspaceMark name={workspace.name} logo={logo} /> <UserText>{workspace.name}</UserText>
        </p>
        <UserText as="div" className={styles["title"]}>
          {title.trim() || "Title of your request"}
        </UserText>
        {message.trim() !== "" && (
          <UserText as="p" className={styles["message"]}>
            “{message.trim()}”
          </UserText>
        )}
        <p className={styles["left"]}>
          <b>
            {items.length === 0
              ? "Your items appear here"
              : remainingText({ required, optional: items.length - required })}
          </b>
          {due && <Chip tone={due.isLate ? "returned" : "waiting"}>{due.text}</Chip>}
        </p>
        <Segments
          segments={items.map((item) => (item.required ? "missing" : "optional"))}
          label={formatCount(items.length, "item")}
        />
        {toSections(items).map(({ name, items: ofSection }) => (
          <div key={name} className={styles["section"]}>
            {name !== "" && <UserText as="p">{name}</UserText>}
            <ul>
              {ofSection.map((item) => (
                <li key={item.key}>
                  {item.required ? <Circle aria-hidden="true" /> : <CircleDashed aria-hidden="true" />}
                  <span>
                    <UserText>{item.title}</UserText>
                    {item.instructions.trim() !== "" && (
                      <UserText as="small">{item.instructions.trim()}</UserText>
                    )}
                  </span>
                  <ChevronDown aria-hidden="true" />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
