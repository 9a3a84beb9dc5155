import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

interface TemplateDue {
  templateId: string;
  /** Null for no due date. */
  days: number | null;
}

async function setTemplateDue({ templateId, days }: TemplateDue): Promise<void> {
  const { error } = await dataClient().rpc("set_template_due", {
    template: templateId,
    ...(days !== null && { days }),
  });
  if (error) throw toAppError(error);
}

/** Sets how many days after its use a template’s request is due. */
export function useSetTemplateDue() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setTemplateDue,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
