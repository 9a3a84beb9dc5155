import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { localFileOptions } from "../../data/files/local-file.query.ts";
import { uploads as pageUploads } from "../../data/uploads/uploads.store.ts";
import type { ItemFiles } from "./upload-text.models.ts";

/**
 * The uploads of one request, in step with its list of stored files: a finished upload triggers a refetch, and is dropped
 * once the refetched list contains its file.
 *
 * @param keys of the queries that list the files.
 */
export function useUploads(
  request: { id: string; items: readonly ItemFiles[] },
  keys: { all: () => QueryKey },
) {
  const queue = pageUploads();
  const cache = useQueryClient();
  const all = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const uploads = useMemo(() => all.filter(({ requestId }) => requestId === request.id), [all, request.id]);

  const listed = useMemo(
    () => new Set(request.items.flatMap(({ files }) => files.map(({ id }) => id))),
    [request],
  );
  const arrived = uploads
    .filter(({ phase }) => phase.state === "stored")
    .map(({ fileId }) => fileId ?? "")
    .join();
  const isListedTwice = uploads.some(({ fileId }) => listed.has(fileId ?? ""));
  useEffect(() => {
    for (const { id, fileId, content } of uploads) {
      if (fileId === undefined) continue;
      cache.setQueryData(localFileOptions({ id: fileId }).queryKey, (known) => known ?? { id, content });
    }
  }, [cache, uploads]);
  useEffect(() => {
    if (isListedTwice) queue.settle(listed);
  }, [queue, listed, isListedTwice]);
  useEffect(() => {
    if (arrived !== "") void cache.invalidateQueries({ queryKey: keys.all() });
  }, [cache, arrived, keys]);

  const { add, sendAnyway, retry, dismiss } = queue;
  return { uploads, add, sendAnyway, retry, dismiss };
}
