import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { takeTurns } from "../../lib/take-turns.ts";
import { readFileContent } from "./file-content.ts";
import { heldPreview } from "./file-preview.query.ts";
import type { StoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";
import type { LocalFile } from "./local-file.query.ts";
import { openFor } from "./open-files.ts";
import { type Preview, toPreview } from "./preview.models.ts";
import { storedFileOptions } from "./stored-file.query.ts";
import { maxThumbnailBytes, mayHaveThumbnail } from "./thumbnail.models.ts";

/** At most two files are loaded and drawn at a time, so that the user's own actions don't wait for thumbnails. */
const inTurn = takeTurns(2);

/** Draws a small picture; null for content that can't be drawn. */
export type DrawThumbnail = (preview: Preview, signal: AbortSignal) => Promise<Blob | null>;

/** A file on this device, one in storage, or the id of one in storage. */
export type PicturedFile = LocalFile | StoredFile | { id: string };

/** A small picture of a file. It stays in memory a while, unlike the file. */
export function thumbnailOptions(file: PicturedFile, draw: DrawThumbnail) {
  return queryOptions({
    queryKey: fileKeys.thumbnail(file),
    queryFn: async ({ client, signal }) => {
      const read = await previewOf(file, { client, signal });
      return inTurn(signal, async () => {
        const preview = await read?.();
        return preview ? draw(preview, signal) : null;
      });
    },
    // The icon does as well.
    retry: false,
    staleTime: Infinity,
    gcTime: 600_000,
    structuralSharing: false,
  });
}

const open = openFor("thumbnail");

/** Reads the file in its turn; null for a file that isn't worth loading. */
async function previewOf(
  file: PicturedFile,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<(() => Preview | Promise<Preview>) | null> {
  if ("content" in file) return file.content.size > maxThumbnailBytes ? null : () => toPreview(file.content);
  if ("objectKey" in file && !mayHaveThumbnail(file)) return null;
  const held = heldPreview(client, file);
  const row = "objectKey" in file ? file : client.fetchQuery(storedFileOptions({ fileId: file.id }));
  // Before its turn and its row, so that the files in view are opened by one request.
  const [stored] = await Promise.all([row, held ? undefined : open(file.id)]);
  if (!mayHaveThumbnail(stored)) return null;
  if (held) return () => held;
  return async () => toPreview(await readFileContent({ file: stored, open, signal }));
}
