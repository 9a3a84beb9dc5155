import { toSavedDraft } from "../../data/requests/request.models.ts";
import { useQueryClient } from "@tanstack/react-query";
import { requestOptions } from "../../data/requests/request.query.ts";
import type { Template } from "../../data/templates/template.models.ts";
import { useCreateTemplate } from "../../data/templates/create-template.mutation.ts";
import {
  freeTitle,
  readTemplateFile,
  templateFileBytes,
  toTemplateFile,
} from "../../data/templates/template-file.models.ts";
import { safeName } from "../../steps/download/zip-names.models.ts";
import { saveBlob } from "../../lib/save-blob.ts";

/** Exports a template to a file, and imports one under a free title. `importFile` resolves to that title, or to the reason why it can't be imported. */
export function useTemplateFile(workspaceId: string) {
  const cache = useQueryClient();
  const create = useCreateTemplate();
  return {
    exportFile: async ({ id }: Template): Promise<void> => {
      const draft = toSavedDraft(await cache.fetchQuery({ ...requestOptions({ id }), staleTime: 0 }));
      const content = toTemplateFile(draft);
      saveBlob(
        new Blob([content], { type: "application/json" }),
        `${safeName(draft.title, "Template")}.sheaf.json`,
      );
    },
    importFile: async (
      file: File,
      taken: readonly string[],
    ): Promise<{ title: string } | { problem: string }> => {
      if (file.size > templateFileBytes) {
        return {
          problem: "This file is larger than 1 MB. Choose a file that was exported from the templates page.",
        };
      }
      const read = readTemplateFile(await file.text());
      if (!read.ok) return { problem: read.problem };
      const title = freeTitle(read.draft.title, taken);
      await create.mutateAsync({ workspaceId, draft: { ...read.draft, title } });
      return { title };
    },
  };
}
