import type { Request } from "../../data/requests/request.models.ts";
import styles from "./assignee-and-tags.module.css";
import { AssigneeMenu } from "./assignee-menu.tsx";
import { RequestTags } from "./request-tags.tsx";

interface AssigneeAndTagsProps {
  request: Pick<Request, "id" | "title" | "assigneeId" | "tags" | "workspace">;
  /** The signed-in user. */
  myId: string;
}

/** The assignee and the tags of a draft, which recipients don't see. */
export function AssigneeAndTags({ request, myId }: AssigneeAndTagsProps) {
  return (
    <div className={styles["line"]}>
      <AssigneeMenu request={request} myId={myId} />
      <RequestTags request={request} />
    </div>
  );
}
