import { queryOptions, skipToken } from "@tanstack/react-query";
import { fileKeys } from "./keys.ts";

/** A file as it was chosen on this device. */
export interface LocalFile {
  /** Id of its upload. */
  id: string;
  content: Blob;
}

/** The original of a file that this page has uploaded, so that it needs no download. Never fetched. */
export function localFileOptions({ id }: { id: string }) {
  return queryOptions<LocalFile>({ queryKey: fileKeys.local({ id }), queryFn: skipToken });
}
