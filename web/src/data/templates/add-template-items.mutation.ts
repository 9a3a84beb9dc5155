import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

interface AddedTemplate {
  requestId: string;
  /** The revision of the draft that is shown. */
  revision: number;
  templateId: string;
}

async function addTemplateItems({ requestId, revision, templateId }: AddedTemplate): Promise<number> {
  const { data, error } = await dataClient().rpc("add_template_items", {
    request: requestId,
    revision,
    template: templateId,
  });
  if (error) throw toAppError(error);
  return data;
}

/** Adds to a draft those items of a template that it lacks. Resolves to the new revision of the draft. */
export function useAddTemplateItems() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: addTemplateItems,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
