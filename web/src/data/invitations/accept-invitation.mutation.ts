import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { profileKeys } from "../profile/keys.ts";
import { workspaceKeys } from "../workspaces/keys.ts";

interface Acceptance {
  token: string;
  /** Only for a user who has no name yet. */
  name?: string | undefined;
}

async function accept({ token, name }: Acceptance): Promise<string> {
  const { data, error } = await dataClient().rpc("accept_invitation", {
    token,
    ...(name !== undefined && { name }),
  });
  if (error) throw toAppError(error);
  return data;
}

/** Joins a workspace; resolves to its id. Members are let through. */
export function useAcceptInvitation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: accept,
    // Inactive queries too: the next page first asks for a workspace and must not get the old result.
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: workspaceKeys.all(), refetchType: "all" }),
        cache.invalidateQueries({ queryKey: profileKeys.all(), refetchType: "all" }),
      ]),
  });
}
