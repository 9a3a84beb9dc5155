import { cleanFileName } from "@sheaf/contract/file-name";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { ReceivedItem, ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { inboxKeys } from "../../data/inbox/keys.ts";
import { uploads as pageUploads } from "../../data/uploads/uploads.store.ts";
import { hasLeftover } from "./upload-rows.models.ts";

/**
 * The uploads of one request, in step with its list of stored files: a finished upload triggers a refetch, and is dropped
 * once the refetched list contains its file.
 */
export function useUploads(request: ReceivedRequest) {
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
    if (isListedTwice) queue.settle(listed);
  }, [queue, listed, isListedTwice]);
  useEffect(() => {
    if (arrived !== "") void cache.invalidateQueries({ queryKey: inboxKeys.all() });
  }, [cache, arrived]);

  const add = (item: ReceivedItem, files: readonly File[]) =>
    queue.add(
      files.map((content) => ({ requestId: request.id, itemId: item.id, content, accepts: item.accepts })),
      { mayHaveBegun: ({ content }) => hasLeftover(item, cleanFileName(content.name), content.size) },
    );

  return { uploads, add, retry: queue.retry, dismiss: queue.dismiss };
}
