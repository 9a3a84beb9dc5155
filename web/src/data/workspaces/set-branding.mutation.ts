import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { type Branding, toBase64 } from "./branding.models.ts";
import { workspaceKeys } from "./keys.ts";

interface NewBranding {
  workspaceId: string;
  branding: Branding;
}

async function setBranding({ workspaceId, branding: { accent, logo } }: NewBranding): Promise<void> {
  const { error } = await dataClient().rpc("set_workspace_branding", {
    workspace: workspaceId,
    accent,
    logo: logo && (await toBase64(logo)),
  });
  if (error) throw toAppError(error);
}

/** Changes a workspace's logo and colour, which its recipients see at once. */
export function useSetBranding() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setBranding,
    onSuccess: (_, { workspaceId }) =>
      cache.invalidateQueries({ queryKey: workspaceKeys.settings(workspaceId) }),
  });
}
