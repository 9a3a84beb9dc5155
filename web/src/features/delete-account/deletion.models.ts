import { formatCappedCount } from "../../lib/format-count.ts";

export function contentText({ requests, files }: { requests: number; files: number }): string {
  if (requests === 0) return "It’s empty.";
  const what = files === 0 ? formatCappedCount(requests, "request") : requestsAndFilesText(requests, files);
  return `Its ${what} will be deleted for everyone and can’t be recovered.`;
}

function requestsAndFilesText(requests: number, files: number): string {
  return `${formatCappedCount(requests, "request")} and the ${formatCappedCount(files, "file")} people sent`;
}
