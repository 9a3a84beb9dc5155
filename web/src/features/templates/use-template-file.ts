import { toSavedDraft } from "../../data/requests/saved-draft.models.ts";
import { useQueryClient } from "@tanstack/react-query";
import { requestOptions } from "../../data/requests/request.query.ts";
import type { Template } from "../../data/templates/template.models.ts";
import { useCreateTemplate } from "../../data/templates/create-template.mutation.ts";
import {
  readTemplateFile,
  templateFileBytes,
  toTemplateFile,
} from "../../data/templates/template-file.models.ts";
import { saveBlob } from "../../lib/save-blob.ts";

/** Exports and imports templates as files. Each resolves to the title; importing resolves to a problem instead if there is one. */
export function useTemplateFile(workspaceId: string) {
  const cache = useQueryClient();
  const create = useCreateTemplate();
  return {
    save: async ({ id, dueAfterDays }: Template): Promise<void> => {
      const draft = toSavedDraft(await cache.fetchQuery({ ...requestOptions({ id }), staleTime: 0 }));
      const content = toTemplateFile({ draft, dueAfterDays });
      saveBlob(new Blob([content], { type: "application/json" }), `${fileName(draft.title)}.sheaf.json`);
    },
    read: async (file: File): Promise<{ title: string } | { problem: string }> => {
      if (file.size > templateFileBytes) {
        return {
          problem: "This file is larger than 1 MB. Choose a file that was exported from the templates page.",
        };
      }
      const read = readTemplateFile(await file.text());
      if (!read.ok) return { problem: read.problem };
      await create.mutateAsync({ workspaceId, ...read.template });
      return { title: read.template.draft.title };
    },
  };
}

/** Without characters that a file system refuses. */
const fileName = (title: string) =>
  title
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, " ")
    .trim()
    .slice(0, 80) || "Template";
