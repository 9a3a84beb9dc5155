import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { workspaceKeys } from "./keys.ts";
import type { WorkspaceSettings } from "./workspace-settings.query.ts";

interface NewDefaults extends Pick<WorkspaceSettings, "zone" | "plan"> {
  workspaceId: string;
}

async function setDefaults({ workspaceId, zone, plan }: NewDefaults): Promise<void> {
  const { error } = await dataClient().rpc("set_workspace_reminders", { workspace: workspaceId, zone, plan });
  if (error) throw toAppError(error);
}

/** Requests that exist keep their own plan. */
export function useSetReminderDefaults() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setDefaults,
    onSuccess: (_, { workspaceId }) =>
      cache.invalidateQueries({ queryKey: workspaceKeys.settings(workspaceId) }),
  });
}
