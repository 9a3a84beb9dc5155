import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberKeys } from "../members/keys.ts";
import { type Invitation, toInvitation } from "./invitation.models.ts";

async function fetchInvitations(workspaceId: string, signal: AbortSignal): Promise<Invitation[]> {
  const { data, error } = await dataClient()
    .rpc("workspace_invitations", { workspace: workspaceId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toInvitation);
}

/** Invitations that haven't been accepted, newest first. For owners and admins. */
export function invitationsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: memberKeys.invitations(workspaceId),
    queryFn: ({ signal }) => fetchInvitations(workspaceId, signal),
  });
}
