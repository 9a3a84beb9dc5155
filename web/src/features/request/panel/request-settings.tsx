import { useQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { hasColleagues } from "../../../data/members/member.models.ts";
import { membersOptions } from "../../../data/members/members.query.ts";
import { repeatOptions } from "../../../data/repeats/repeat.query.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import type { RemovedFile } from "../../../data/retention/removed-files.query.ts";
import { retentionOptions } from "../../../data/retention/retention.query.ts";
import { AssigneeMenu } from "../../../steps/assignees-and-tags/assignee-menu.tsx";
import { linkPageText } from "../../../steps/link-page/link-page.models.ts";
import { ShowItemsButton } from "../../../steps/link-page/show-items-button.tsx";
import { Fold } from "./fold.tsx";
import { RepeatSetting } from "./repeat-setting.tsx";
import styles from "./request-settings.module.css";
import { RetentionSetting } from "./retention-setting.tsx";
import { settingsText } from "./settings.models.ts";

export interface RequestSettingsProps {
  request: Request;
  /** The signed-in user. */
  myId: string;
  now: Date;
  /** Records of deleted files. */
  removed: readonly RemovedFile[];
  onRepeat: () => void;
}

/** Settings that are seldom changed: folded, with their values in the summary. */
export function RequestSettings({ request, myId, now, removed, onRepeat }: RequestSettingsProps) {
  const { data: members = [] } = useQuery(membersOptions({ workspaceId: request.workspace.id }));
  const { data: retention } = useQuery(retentionOptions({ requestId: request.id }));
  const isOpen = request.status === "open" || request.status === "done";
  const { data: repeat } = useQuery({
    ...repeatOptions({ requestId: request.id }),
    enabled: isOpen && !request.isTest,
  });
  const hasChoice = hasColleagues(members);
  const assignee = members.find(({ userId }) => userId === request.assigneeId)?.name ?? null;
  const text = settingsText({ assignee: hasChoice ? assignee : undefined, retention, repeat });
  return (
    <section aria-label="Settings of this request">
      <Fold
        icon={<Settings aria-hidden="true" />}
        isOpen={repeat?.followingId === null && repeat.problem !== null}
        line={
          <>
            <b>Settings of this request</b> <small>{text}</small>
          </>
        }
      >
        <div className={styles["settings"]}>
          {hasChoice && (
            <section aria-labelledby="request-assignee">
              <div className={styles["heading"]}>
                <h3 id="request-assignee">Assignee</h3>
                <AssigneeMenu request={request} myId={myId} />
              </div>
            </section>
          )}
          {retention && retention.deletedAt === null && (
            <RetentionSetting request={request} retention={retention} now={now} removed={removed} />
          )}
          {isOpen && (
            <section aria-labelledby="request-link-page">
              <div className={styles["heading"]}>
                <h3 id="request-link-page">Link page</h3>
                <ShowItemsButton requestId={request.id} showsItems={request.showsItems} />
              </div>
              <p>{linkPageText(request.showsItems)}</p>
            </section>
          )}
          {repeat !== undefined && (
            <RepeatSetting request={request} repeat={repeat} now={now} onChange={onRepeat} />
          )}
        </div>
      </Fold>
    </section>
  );
}
