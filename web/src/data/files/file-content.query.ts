import { queryOptions } from "@tanstack/react-query";
import { readFileContent } from "./file-content.ts";
import type { StoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";

/** A file's bytes for a preview. Kept only for a short while: passports should not linger in memory. */
export function fileContentOptions(file: StoredFile) {
  return queryOptions({
    queryKey: fileKeys.content(file),
    queryFn: ({ signal }) => readFileContent({ file, signal }),
    staleTime: Infinity,
    gcTime: 30_000,
    structuralSharing: false,
  });
}
