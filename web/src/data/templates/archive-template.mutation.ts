import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

interface ArchivedTemplate {
  templateId: string;
  isArchived: boolean;
}

async function archiveTemplate({ templateId, isArchived }: ArchivedTemplate): Promise<void> {
  const { error } = await dataClient().rpc("archive_template", {
    template: templateId,
    archived: isArchived,
  });
  if (error) throw toAppError(error);
}

/** Archives a template, or restores it. */
export function useArchiveTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: archiveTemplate,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
