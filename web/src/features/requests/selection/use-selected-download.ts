import { useQueryClient } from "@tanstack/react-query";
import { requestOptions } from "../../../data/requests/request.query.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { toAppError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { ArchiveError } from "../../../steps/download/archive-error.ts";
import { archiveName } from "../../../steps/download/archive.models.ts";
import { type DownloadedRequest } from "../../../steps/download/bundle.models.ts";
import { useDownload } from "../../../steps/download/use-download.ts";

/** Downloads requests in one zip. They are read anew, one after another; one that can't be read is named. */
export function useSelectedDownload() {
  const cache = useQueryClient();
  const download = useDownload();
  const loadAll = async (requests: readonly RequestSummary[], signal: AbortSignal) => {
    const loaded: DownloadedRequest[] = [];
    for (const { id, title } of requests) {
      signal.throwIfAborted();
      try {
        loaded.push(await cache.fetchQuery({ ...requestOptions({ id }), staleTime: 0 }));
      } catch (error) {
        throw new ArchiveError(title, toAppError(error));
      }
    }
    return loaded;
  };
  return {
    ...download,
    start: (requests: readonly RequestSummary[]) => {
      const [only, second] = requests;
      const name = only && !second ? archiveName(only) : formatCount(requests.length, "request");
      void download.start({ name, load: (signal) => loadAll(requests, signal) });
    },
  };
}
