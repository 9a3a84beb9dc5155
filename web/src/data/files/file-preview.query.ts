import { queryOptions } from "@tanstack/react-query";
import { readFileContent } from "./file-content.ts";
import type { StoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";
import { toPreview } from "./preview.models.ts";

/** A file's bytes, checked, and what may be shown of them. Kept for a short while: passports should not linger in memory. */
export function filePreviewOptions(file: StoredFile) {
  return queryOptions({
    queryKey: fileKeys.content(file),
    queryFn: async ({ signal }) => {
      const content = await readFileContent({ file, signal });
      return { content, preview: await toPreview(content) };
    },
    staleTime: Infinity,
    gcTime: 30_000,
    structuralSharing: false,
  });
}
