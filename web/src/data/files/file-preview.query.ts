import { queryOptions, skipToken } from "@tanstack/react-query";
import { readFileContent } from "./file-content.ts";
import type { StoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";
import { toPreview } from "./preview.models.ts";

/** A file's verified bytes and its preview. Cached only briefly, because files like passports should not stay in memory. */
export function filePreviewOptions(file: StoredFile) {
  return queryOptions({
    queryKey: fileKeys.content(file),
    queryFn: async ({ client, signal }) => {
      let loaded = 0;
      const onBytes = (count: number) => client.setQueryData(fileKeys.loaded(file), (loaded += count));
      const content = await readFileContent({ file, signal, onBytes });
      return { content, preview: await toPreview(content, file.name) };
    },
    staleTime: Infinity,
    gcTime: 30_000,
    structuralSharing: false,
  });
}

/** Bytes that `filePreviewOptions` has loaded so far. Never fetched by itself. */
export function loadedBytesOptions(file: Pick<StoredFile, "id">) {
  return queryOptions<number>({ queryKey: fileKeys.loaded(file), queryFn: skipToken });
}
