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
  /** `done` and `total` in bytes; `path` is the file that is coming. */
  | { status: "running"; done: number; total: number; path: string }
  | { status: "done"; count: number; total: number }
  /** `path` is the file that failed; "" where it was none. */
  | { status: "failed"; path: string; error: ErrorSentences };

/** Progress is told this often; each telling draws the page. Milliseconds. */
const tellEvery = 100;

/** Takes everything that came for a request home as a zip, checked file by file. */
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
      // The person closed the picker.
      return;
    }
    const stopping = new AbortController();
    const { signal } = stopping;
    running.current = stopping;
    const tell = (next: DownloadState) => {
      if (!signal.aborted) setState(next);
    };
    const files = filesOf(archive);
    const total = bytesOf(files);
    const zipOf = watched({ archive, title: request.title, total, signal, tell });
    const saving = { archiveName: archive.name, files, signal, zipOf };
    try {
      await (target ? saveToDisk(target, saving) : saveInParts(saving));
      tell({ status: "done", count: files.length, total });
    } catch (error) {
      tell({ status: "failed", ...failureOf(error) });
    }
  };
  const close = () => {
    running.current?.abort();
    setState({ status: "idle" });
  };
  return { state, start, close };
}

interface Watched {
  archive: Archive;
  title: string;
  total: number;
  signal: AbortSignal;
  tell: (state: DownloadState) => void;
}

/** Makes zips and tells how far the whole of them is. */
function watched({ archive, title, total, signal, tell }: Watched) {
  const progress = { status: "running" as const, done: 0, total, path: "" };
  let toldAt = 0;
  const tellSometimes = () => {
    const now = performance.now();
    if (now - toldAt < tellEvery) return;
    toldAt = now;
    tell({ ...progress });
  };
  tell({ ...progress });
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
            tellSometimes();
          },
        }),
      onFile: (path) => {
        progress.path = path;
        tellSometimes();
      },
    });
}

function failureOf(error: unknown): { path: string; error: ErrorSentences } {
  return error instanceof ArchiveError
    ? { path: error.path, error: errorSentences(error.cause) }
    : { path: "", error: errorSentences(error) };
}
