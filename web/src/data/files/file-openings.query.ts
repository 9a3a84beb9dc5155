import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { fileKeys } from "./keys.ts";

/** The number of times that one person opened a file. */
export interface FileOpening {
  name: string;
  isMe: boolean;
  times: number;
  lastAt: string;
  /** A page loaded it, for a thumbnail or in advance, and hasn't shown it. */
  isLoadedOnly: boolean;
}

async function fetchFileOpenings(fileId: string, signal: AbortSignal): Promise<FileOpening[]> {
  const { data, error } = await dataClient().rpc("file_openings", { file: fileId }).abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(({ name, is_me, times, last_at, is_loaded_only }) => ({
    name,
    isMe: is_me,
    times,
    lastAt: last_at,
    isLoadedOnly: is_loaded_only,
  }));
}

/** People who opened a file, the latest first. For its uploader these are members only. */
export function fileOpeningsOptions({ fileId }: { fileId: string }) {
  return queryOptions({
    queryKey: fileKeys.openings({ id: fileId }),
    queryFn: ({ signal }) => fetchFileOpenings(fileId, signal),
    staleTime: 0,
  });
}
