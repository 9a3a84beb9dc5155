import { AppError, toAppError } from "../../lib/errors.ts";
import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { fileColumns, type StoredFile, toStoredFile } from "./file.models.ts";
import { fileKeys } from "./keys.ts";

async function fetchStoredFile(fileId: string, signal: AbortSignal): Promise<StoredFile> {
  const { data, error } = await dataClient()
    .from("files")
    .select(`${fileColumns}, item_id, request_id, workspace_id`)
    .eq("id", fileId)
    .eq("status", "stored")
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw toAppError(error);
  if (!data) throw new AppError("not_found");
  return toStoredFile(data, data);
}

/** The data to open one file. Lists of a checklist don't read it. */
export function storedFileOptions({ fileId }: { fileId: string }) {
  return queryOptions({
    queryKey: fileKeys.row(fileId),
    queryFn: ({ signal }) => fetchStoredFile(fileId, signal),
  });
}
