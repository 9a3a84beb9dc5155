import { useQuery } from "@tanstack/react-query";
import { CircleDashed } from "lucide-react";
import { hasColleagues } from "../../data/members/member.models.ts";
import { membersOptions } from "../../data/members/members.query.ts";
import { useChangeRequest } from "../../data/requests/change-request.mutation.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { errorText } from "../../lib/errors.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";

interface AssigneeMenuProps {
  request: Pick<Request, "id" | "assigneeId" | "workspace">;
  /** The signed-in user. */
  myId: string;
}

/** The request's assignee. Nothing where there is no choice. */
export function AssigneeMenu({ request, myId }: AssigneeMenuProps) {
  const { data: members = [] } = useQuery(membersOptions({ workspaceId: request.workspace.id }));
  const { mutate: change } = useChangeRequest();
  const toast = useToast();
  const assignee = members.find(({ userId }) => userId === request.assigneeId);
  if (!hasColleagues(members)) return null;

  const assign = (assigneeId: string | null, name: string) =>
    change(
      { requestId: request.id, change: { kind: "assign", assigneeId } },
      {
        onSuccess: () => toast({ message: `Assigned to ${name}`, tone: "success" }),
        onError: (error) => toast({ message: errorText(error), tone: "problem" }),
      },
    );
  return (
    <Menu
      label={`Assignee: ${assignee?.name ?? "nobody"}`}
      variant="quiet"
      size="small"
      heading="The assignee gets the emails about what arrives."
      items={[
        ...members.map(({ userId, name }) => ({
          id: userId,
          label: userId === myId ? `${name} (you)` : name,
          checked: userId === request.assigneeId,
          onSelect: () => assign(userId, name),
        })),
        {
          id: "nobody",
          label: "Nobody",
          checked: request.assigneeId === null,
          onSelect: () => assign(null, "nobody"),
        },
      ]}
    >
      {assignee ? <Avatar size="small" name={assignee.name} /> : <CircleDashed aria-hidden="true" />}
      {assignee?.name ?? "Assign"}
    </Menu>
  );
}
