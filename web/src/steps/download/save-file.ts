import type { QueryClient } from "@tanstack/react-query";
import type { StoredFile } from "../../data/files/file.models.ts";
import { filePreviewOptions } from "../../data/files/file-preview.query.ts";
import { openFor } from "../../data/files/open-files.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { inertName, safeName } from "./zip-names.models.ts";

/** Saves one file by itself, under a name that runs nothing. */
export async function saveFile(cache: QueryClient, file: StoredFile): Promise<void> {
  // Also if its bytes are on this device already.
  await openFor("download")(file.id);
  const { content } = await cache.ensureQueryData(filePreviewOptions(file, "download"));
  saveBlob(content, inertName(safeName(file.name, "file"), { mime: file.mime }));
}
