import { useState } from "react";
import { termText } from "../../../data/retention/term.models.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { AssigneeAndTags } from "../../../steps/assignees-and-tags/assignee-and-tags.tsx";
import { linkPageText } from "../../../steps/link-page/link-page.models.ts";
import { ShowItemsButton } from "../../../steps/link-page/show-items-button.tsx";
import { planText } from "../../../steps/reminder-plan/plan.models.ts";
import { ScheduleDialog } from "../../../steps/reminder-plan/schedule-dialog.tsx";
import { RetentionDialog } from "../../../steps/retention/retention-dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import styles from "./draft-settings.module.css";
import { useDraftSettings } from "./use-draft-settings.ts";

interface DraftSettingsProps {
  workspaceId: string;
  /** The signed-in user. */
  myId: string;
  /** Undefined for a new request. */
  requestId: string | undefined;
  isDated: boolean;
  /** Saves a new request, whose settings can't be changed before. Resolves to false if it can't be saved yet. */
  onSave: () => Promise<boolean>;
}

/** Reminders, retention, link page, assignee and tags of a request that isn't sent yet. Outside of its form, because its dialogs have their own. */
export function DraftSettings({ workspaceId, myId, requestId, isDated, onSave }: DraftSettingsProps) {
  const [opened, setOpened] = useState<"reminders" | "retention">();
  const { request, plan, term } = useDraftSettings(workspaceId, requestId);
  const open = async (setting: typeof opened) => {
    if (requestId !== undefined || (await onSave())) setOpened(setting);
  };
  const close = () => setOpened(undefined);
  const { group, groupProps } = useFocusFallback<HTMLElement>(request ? "saved" : "new");
  return (
    <section aria-label="Settings of this request" className={styles["settings"]}>
      <dl>
        <div>
          <dt>Reminders</dt>
          <dd>
            <span>{plan && planText(plan, isDated)}</span>
            <Button
              size="small"
              variant="quiet"
              aria-label="Change the reminders"
              onClick={() => void open("reminders")}
            >
              Change
            </Button>
          </dd>
        </div>
        <div>
          <dt>After it ends</dt>
          <dd>
            <span>{term && termText(term, "you")}</span>
            <Button
              size="small"
              variant="quiet"
              aria-label="Change how long files are kept"
              onClick={() => void open("retention")}
            >
              Change
            </Button>
          </dd>
        </div>
        <div>
          <dt>Link page</dt>
          <dd>
            <span>{linkPageText(request?.showsItems ?? false)}</span>
            {request && <ShowItemsButton requestId={request.id} showsItems={request.showsItems} />}
          </dd>
        </div>
        <div>
          <dt>For your team</dt>
          <dd ref={group} tabIndex={-1} {...groupProps}>
            {request ? (
              <AssigneeAndTags request={request} myId={myId} />
            ) : (
              <Button size="small" variant="quiet" onClick={() => void onSave()}>
                Choose an assignee and tags
              </Button>
            )}
          </dd>
        </div>
      </dl>
      {opened === "reminders" && request && (
        <ScheduleDialog
          request={{ ...request, dueOn: isDated ? (request.dueOn ?? "") : null }}
          onClose={close}
        />
      )}
      {opened === "retention" && request && term && (
        <RetentionDialog requestId={request.id} days={term.days} onClose={close} />
      )}
    </section>
  );
}
