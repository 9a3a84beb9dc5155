import { type QueryClient, type QueryFunctionContext, queryOptions, skipToken } from "@tanstack/react-query";
import { readFileContent } from "./file-content.ts";
import type { StoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";
import { openFor, type OpenFile } from "./open-files.ts";
import { type Preview, toPreview } from "./preview.models.ts";

/**
 * A file's verified bytes and its preview. Cached only briefly, because files like passports should not stay in memory. It is
 * the same for all purposes, which say what the bytes are read for: who shows a file that was read ahead uses
 * `fileViewOptions` as well.
 */
export function filePreviewOptions(file: StoredFile, purpose: "view" | "prefetch" | "download" = "view") {
  const read = previewReader(file, openFor(purpose));
  return queryOptions({
    queryKey: fileKeys.content(file),
    queryFn: (context) => read(context),
    staleTime: Infinity,
    gcTime: 30_000,
    structuralSharing: false,
  });
}

function previewReader(file: StoredFile, open: OpenFile) {
  return async ({ client, signal }: Pick<QueryFunctionContext, "client" | "signal">) => {
    let loaded = 0;
    const onBytes = (count: number) => client.setQueryData(fileKeys.loaded(file), (loaded += count));
    const content = await readFileContent({ file, open, signal, onBytes });
    return { content, preview: await toPreview(content, file.name) };
  };
}

/** The preview of a file that was read a moment ago. */
export function heldPreview(client: QueryClient, file: Pick<StoredFile, "id">): Preview | undefined {
  return client.getQueryData<{ preview: Preview }>(fileKeys.content(file))?.preview;
}

/** Records that a file is shown, once for each time. Nothing waits for it. */
export function fileViewOptions({ id }: Pick<StoredFile, "id">) {
  return queryOptions({
    queryKey: fileKeys.view({ id }),
    queryFn: async () => {
      await openFor("view")(id);
      return true;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Bytes that `filePreviewOptions` has loaded so far. Never fetched by itself. */
export function loadedBytesOptions(file: Pick<StoredFile, "id">) {
  return queryOptions<number>({ queryKey: fileKeys.loaded(file), queryFn: skipToken });
}
