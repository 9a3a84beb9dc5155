import type { MemberRole } from "@sheaf/contract/states";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { membersOptions } from "./members.query.ts";
import { workspaceKeys } from "../workspaces/keys.ts";

interface RoleChange {
  workspaceId: string;
  userId: string;
  role: MemberRole;
}

async function setRole({ workspaceId, userId, role }: RoleChange): Promise<void> {
  const { error } = await dataClient().rpc("set_member_role", {
    workspace: workspaceId,
    member: userId,
    role,
  });
  if (error) throw toAppError(error);
}

/** Changes a member's role. A higher one needs a fresh proof of the act `roles`. */
export function useSetRole() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setRole,
    // At once, because the next change of this role depends on it.
    onSuccess: (_, { workspaceId, userId, role }) => {
      cache.setQueryData(membersOptions({ workspaceId }).queryKey, (members) =>
        members?.map((member) => (member.userId === userId ? Object.assign({}, member, { role }) : member)),
      );
    },
    // After a failure too, because another member may have changed the role.
    onSettled: () => void cache.invalidateQueries({ queryKey: workspaceKeys.all() }),
  });
}
