import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Tag, UserRound, X } from "lucide-react";
import type { ReactNode } from "react";
import { hasColleagues } from "../../../data/members/member.models.ts";
import { membersOptions } from "../../../data/members/members.query.ts";
import { workspaceTagsOptions } from "../../../data/tags/workspace-tags.query.ts";
import { Menu, type MenuItem } from "../../../ui/overlays/menu.tsx";
import { type ChosenView, viewHref } from "../view.models.ts";
import styles from "./list-filters.module.css";

interface ListFiltersProps {
  view: ChosenView;
  workspaceId: string;
  /** The signed-in user. */
  userId: string;
  onReplace: (href: string) => void;
}

/** Narrows the list to a tag and to an assignee, who can be chosen where there are several members. */
export function ListFilters({ view, workspaceId, userId, onReplace }: ListFiltersProps) {
  const { data: members } = useQuery(membersOptions({ workspaceId }));
  const { data: tags = [] } = useQuery(workspaceTagsOptions({ workspaceId }));
  const narrow = (to: Partial<ChosenView>) => onReplace(viewHref({ ...view, ...to }));
  const named = members?.find(({ userId: id }) => id === view.assignee)?.name;
  return (
    <div className={styles["filters"]} role="group" aria-label="Narrow the list">
      {(tags.length > 0 || view.tag !== undefined) && (
        <Filter
          name="Tag"
          icon={<Tag aria-hidden="true" />}
          chosen={view.tag && (tags.find(({ id }) => id === view.tag)?.name ?? "Deleted")}
          onClear={() => narrow({ tag: undefined })}
          items={tags.map(({ id, name }) => ({
            id,
            label: name,
            checked: id === view.tag,
            onSelect: () => narrow({ tag: id }),
          }))}
        />
      )}
      {(hasColleagues(members) || view.assignee !== undefined) && (
        <>
          <Filter
            name="Assignee"
            chosen={
              view.assignee === undefined || view.assignee === "me"
                ? undefined
                : view.assignee === "nobody"
                  ? "Nobody"
                  : (named ?? "Former member")
            }
            onClear={() => narrow({ assignee: undefined })}
            items={[
              ...(members ?? [])
                .filter(({ userId: id }) => id !== userId)
                .map(({ userId: id, name }) => ({ id, label: name, value: id })),
              { id: "nobody", label: "Nobody", value: "nobody" },
            ].map(({ id, label, value }) => ({
              id,
              label,
              checked: value === view.assignee,
              onSelect: () => narrow({ assignee: value }),
            }))}
          />
          <button
            type="button"
            className={styles["filter"]}
            aria-pressed={view.assignee === "me"}
            onClick={() => narrow({ assignee: view.assignee === "me" ? undefined : "me" })}
          >
            <UserRound aria-hidden="true" /> Mine
          </button>
        </>
      )}
    </div>
  );
}

interface FilterProps {
  name: string;
  icon?: ReactNode;
  /** The chosen one; nothing if all requests are listed. */
  chosen: string | undefined;
  items: readonly MenuItem[];
  onClear: () => void;
}

/** A menu, and beside it a button that ends the filter. */
function Filter({ name, icon, chosen, items, onClear }: FilterProps) {
  const text = chosen === undefined ? name : `${name}: ${chosen}`;
  return (
    <span className={styles["pair"]}>
      <Menu label={text} className={styles["filter"]} items={items}>
        {icon}
        <span className={styles["text"]} data-chosen={chosen !== undefined || undefined}>
          {text}
        </span>
        {chosen === undefined && <ChevronDown aria-hidden="true" />}
      </Menu>
      {chosen !== undefined && (
        <button
          type="button"
          className={styles["clear"]}
          aria-label={`Clear the filter ${text}`}
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
