import { queryOptions } from "@tanstack/react-query";
import { fileKeys } from "./keys.ts";
import type { LocalFile } from "./local-file.query.ts";
import { toPreview } from "./preview.models.ts";

/** The preview of a file that was chosen on this device and hasn't been sent. */
export function localPreviewOptions(file: LocalFile & { name: string }) {
  return queryOptions({
    queryKey: fileKeys.localPreview(file),
    queryFn: () => toPreview(file.content, file.name),
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
}
