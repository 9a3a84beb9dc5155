import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { timeZone } from "../../lib/dates.ts";
import { profileKeys } from "../profile/keys.ts";
import { workspaceKeys } from "./keys.ts";

export interface NewWorkspace {
  name: string;
  /** Only for a user who has no name yet. */
  displayName?: string;
}

async function createWorkspace({ name, displayName }: NewWorkspace): Promise<string> {
  const { data, error } = await dataClient().rpc("create_workspace", {
    name,
    ...(displayName !== undefined && { display_name: displayName }),
    zone: timeZone(),
  });
  if (error) throw toAppError(error);
  return data;
}

/** Creates a workspace with the user as its owner. Resolves to the workspace's id. */
export function useCreateWorkspace() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createWorkspace,
    // Inactive queries too: the next page first asks for a workspace and must not get the old result.
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: workspaceKeys.all(), refetchType: "all" }),
        cache.invalidateQueries({ queryKey: profileKeys.all(), refetchType: "all" }),
      ]),
  });
}
