import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

async function draftFromTemplate({ templateId }: { templateId: string }): Promise<string> {
  const { data, error } = await dataClient().rpc("use_template", { template: templateId });
  if (error) throw toAppError(error);
  return data;
}

/** Makes a draft from a template. Resolves to its id. */
export function useDraftFromTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: draftFromTemplate,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
