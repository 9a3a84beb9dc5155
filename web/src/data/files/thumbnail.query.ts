import { queryOptions } from "@tanstack/react-query";
import { takeTurns } from "../../lib/take-turns.ts";
import { readFileContent } from "./file-content.ts";
import { filePreviewOptions } from "./file-preview.query.ts";
import type { StoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";
import { type Preview, toPreview } from "./preview.models.ts";

/** Files that are loaded and drawn at a time, so that what somebody does meanwhile doesn't wait for it. */
const inTurn = takeTurns(2);

/** Draws a small picture; null for content that can't be drawn. */
export type DrawThumbnail = (preview: Preview, signal: AbortSignal) => Promise<Blob | null>;

/** A small picture of a file. It stays in memory a while, unlike the file. */
export function thumbnailOptions(file: StoredFile, draw: DrawThumbnail) {
  return queryOptions({
    queryKey: fileKeys.thumbnail(file),
    queryFn: ({ client, signal }) =>
      inTurn(signal, async () => {
        const opened = client.getQueryData(filePreviewOptions(file).queryKey);
        return draw(opened?.preview ?? (await toPreview(await readFileContent({ file, signal }))), signal);
      }),
    // The icon does as well.
    retry: false,
    staleTime: Infinity,
    gcTime: 600_000,
    structuralSharing: false,
  });
}
