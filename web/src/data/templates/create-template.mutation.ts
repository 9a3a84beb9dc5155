import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

export interface NewTemplate {
  workspaceId: string;
  /** Its recipients and due date are left out. */
  draft: RequestDraft;
}

/** Returns its id. */
export async function createTemplate({ workspaceId, draft }: NewTemplate): Promise<string> {
  const { data, error } = await dataClient().rpc("create_template", { workspace: workspaceId, draft });
  if (error) throw toAppError(error);
  return data;
}

/** Saves a new template. Resolves to its id. */
export function useCreateTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createTemplate,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
