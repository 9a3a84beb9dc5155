import { useEffect, useRef, useState } from "react";
import { openFileContent } from "../../data/files/file-content.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { type ErrorSentences, errorSentences } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import { type Archive, type ArchiveFile, bytesOf, filesOf, toArchive } from "./archive.models.ts";
import { chooseTarget, saveInParts, saveToDisk } from "./save-archive.ts";
import { zipStream } from "./zip-stream.ts";

export type DownloadState =
  | { status: "idle" }
  /** `done` and `total` in bytes; `path` is the file being downloaded. */
  | { status: "running"; done: number; total: number; path: string }
  | { status: "done"; count: number; total: number }
  /** `path` is the file that failed; "" if no single file did. */
  | { status: "failed"; path: string; error: ErrorSentences };

/** Minimum time between two progress updates, each of which renders the page. Milliseconds. */
const progressInterval = 100;

/** Downloads everything received for a request as a zip, verified file by file. */
export function useDownload(request: Request) {
  const [state, setState] = useState<DownloadState>({ status: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const archive = toArchive(request);
    let target: WritableStream<Uint8Array> | undefined;
    try {
      target = await chooseTarget(`${archive.name}.zip`);
    } catch {
      // The user closed the picker.
      return;
    }
    const stopping = new AbortController();
    const { signal } = stopping;
    running.current = stopping;
    const report = (next: DownloadState) => {
      if (!signal.aborted) setState(next);
    };
    const files = filesOf(archive);
    const total = bytesOf(files);
    const zipOf = watched({ archive, title: request.title, total, signal, report });
    const saving = { archiveName: archive.name, files, signal, zipOf };
    try {
      await (target ? saveToDisk(target, saving) : saveInParts(saving));
      report({ status: "done", count: files.length, total });
    } catch (error) {
      report({ status: "failed", ...failureOf(error) });
    }
  };
  const close = () => {
    running.current?.abort();
    setState({ status: "idle" });
  };
  return { state, start, close };
}

interface WatchedZips {
  archive: Archive;
  title: string;
  total: number;
  signal: AbortSignal;
  report: (state: DownloadState) => void;
}

/** Creates zips and reports their overall progress. */
function watched({ archive, title, total, signal, report }: WatchedZips) {
  const progress = { status: "running" as const, done: 0, total, path: "" };
  let reportedAt = 0;
  const reportProgress = () => {
    const now = performance.now();
    if (now - reportedAt < progressInterval) return;
    reportedAt = now;
    report({ ...progress });
  };
  report({ ...progress });
  return (files: readonly ArchiveFile[]) =>
    zipStream({
      archive,
      title,
      files,
      open: (file) =>
        openFileContent({
          file,
          signal,
          onBytes: (count) => {
            progress.done += count;
            reportProgress();
          },
        }),
      onFile: (path) => {
        progress.path = path;
        reportProgress();
      },
    });
}

function failureOf(error: unknown): { path: string; error: ErrorSentences } {
  return error instanceof ArchiveError
    ? { path: error.path, error: errorSentences(error.cause) }
    : { path: "", error: errorSentences(error) };
}
