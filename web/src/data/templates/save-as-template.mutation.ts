import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

async function saveAsTemplate({ requestId }: { requestId: string }): Promise<string> {
  const { data, error } = await dataClient().rpc("save_as_template", { request: requestId });
  if (error) throw toAppError(error);
  return data;
}

/** Makes a template of a request, or copies a template. Resolves to the id of the new one. */
export function useSaveAsTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: saveAsTemplate,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
