import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberKeys } from "./keys.ts";
import { type Member, toMember } from "./member.models.ts";

async function fetchMembers(workspaceId: string, signal: AbortSignal): Promise<Member[]> {
  const { data, error } = await dataClient()
    .rpc("workspace_members", { workspace: workspaceId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toMember);
}

/** Everyone in a workspace, owners first, then by name. */
export function membersOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: memberKeys.of(workspaceId),
    queryFn: ({ signal }) => fetchMembers(workspaceId, signal),
  });
}
