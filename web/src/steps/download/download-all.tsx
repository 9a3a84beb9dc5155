import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { Request } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { Button } from "../../ui/forms/button.tsx";
import { archiveName } from "./archive.models.ts";
import { DownloadDialog } from "./download-dialog.tsx";
import { useDownload } from "./use-download.ts";

/** Downloads a request as one zip: a folder per item, verified files, and an index. It's read anew each time. */
export function DownloadAll({ request }: { request: Request }) {
  const cache = useQueryClient();
  const { state, start, retry, close } = useDownload();
  const isDone = request.status === "done";
  const hasContent = request.items.some(({ files, answer }) => files.length > 0 || answer !== null);
  const load = async () => [await cache.fetchQuery({ ...requestOptions(request), staleTime: 0 })];
  if (!hasContent && state.status === "idle") return null;
  return (
    <>
      <Button
        variant={isDone ? "primary" : "quiet"}
        icon={isDone ? <Download /> : undefined}
        onClick={() => void start({ name: archiveName(request), load })}
      >
        Download all
      </Button>
      <DownloadDialog state={state} onRetry={retry} onClose={close} />
    </>
  );
}
