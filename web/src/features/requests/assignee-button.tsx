import { useQuery } from "@tanstack/react-query";
import { hasColleagues } from "../../data/members/member.models.ts";
import { membersOptions } from "../../data/members/members.query.ts";
import type { RequestSummary } from "../../data/requests/request-summary.models.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import styles from "./request-list.module.css";

interface AssigneeButtonProps {
  request: RequestSummary;
  workspaceId: string;
  onAssign: () => void;
}

/** The assignee of a request, and the choice of another. Nothing for a member who is alone. */
export function AssigneeButton({ request, workspaceId, onAssign }: AssigneeButtonProps) {
  const { data: members } = useQuery(membersOptions({ workspaceId }));
  if (!hasColleagues(members)) return null;
  const name = members?.find(({ userId }) => userId === request.assigneeId)?.name;
  return (
    <button
      type="button"
      className={styles["assignee"]}
      title={name ?? "Nobody"}
      aria-label={`${name === undefined ? "" : `Assigned to ${name}. `}Assign ${request.title}`}
      onClick={onAssign}
    >
      {name === undefined ? "+" : <Avatar name={name} />}
    </button>
  );
}
