import type { DownloadState } from "./use-download.ts";

const titles: Readonly<Record<DownloadState["status"], string>> = {
  idle: "Download",
  running: "Preparing download",
  done: "Download complete",
  failed: "Download failed",
};

/** Title of the download dialog. A zip without files is not called a complete download. */
export function downloadTitle(state: DownloadState): string {
  return state.status === "done" && state.count === 0 ? "Index saved" : titles[state.status];
}
