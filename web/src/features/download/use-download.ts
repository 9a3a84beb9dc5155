import { useEffect, useRef, useState } from "react";
import { openFileContent } from "../../data/files/file-content.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { type ErrorSentences, errorSentences } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import { type Archive, type ArchiveFile, bytesOf, filesOf, toArchive } from "./archive.models.ts";
import { findUnverified, hasWrongHash } from "./find-unverified.ts";
import { chooseTarget, saveInParts, saveToDisk } from "./save-archive.ts";
import type { OpenFile } from "./open-in-turn.ts";
import { zipStream } from "./zip-stream.ts";

export type DownloadState =
  | { status: "idle" }
  /** `done` and `total` in bytes; `path` is the file being downloaded. */
  | { status: "running"; done: number; total: number; path: string }
  /**
   * `unverified` is the number of files whose content isn't what their sender's browser hashed; `setAside` that of files
   * left out.
   */
  | { status: "done"; count: number; total: number; unverified: number; setAside: number }
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
    let openTarget: Awaited<ReturnType<typeof chooseTarget>>;
    try {
      openTarget = await chooseTarget(`${archive.name}.zip`);
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
    const { title } = request;
    const total = bytesOf(filesOf(archive));
    /** Files that are still loading when it ends, for instance because another one failed, are given up. */
    const attempt = async <T>(work: (ending: AbortSignal) => Promise<T>): Promise<T> => {
      const ending = new AbortController();
      try {
        return await work(AbortSignal.any([signal, ending.signal]));
      } finally {
        ending.abort();
      }
    };
    const save = async (content: Archive, ending: AbortSignal) => {
      const files = filesOf(content);
      const reading = watched({ total, signal: ending, report });
      const zipOf = (part: readonly ArchiveFile[]) =>
        zipStream({ archive: content, title, files: part, ...reading });
      const saving = { archiveName: content.name, files, signal: ending, zipOf };
      await (openTarget ? saveToDisk(await openTarget(), saving) : saveInParts(saving));
      const unverified = files.filter(({ received }) => received !== undefined).length;
      const setAside = content.items.flatMap((item) => item.setAside).length;
      report({ status: "done", count: files.length, total, unverified, setAside });
    };
    const saveWithUnverified = async () => {
      // The indexes come first in the zip, so all wrong files must be known before it starts again.
      const unverified = await attempt((ending) =>
        findUnverified({ files: filesOf(archive), ...watched({ total, signal: ending, report }) }),
      );
      await attempt((ending) => save(toArchive(request, unverified), ending));
    };
    try {
      await attempt((ending) => save(archive, ending)).catch((error: unknown) => {
        if (hasWrongHash(error)) return saveWithUnverified();
        throw error;
      });
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

interface Watched {
  total: number;
  signal: AbortSignal;
  report: (state: DownloadState) => void;
}

/** Opens files and reports the progress over all of them. */
function watched({ total, signal, report }: Watched): { open: OpenFile; onFile: (path: string) => void } {
  const progress = { status: "running" as const, done: 0, total, path: "" };
  let reportedAt = 0;
  const reportProgress = () => {
    const now = performance.now();
    if (signal.aborted || now - reportedAt < progressInterval) return;
    reportedAt = now;
    report({ ...progress });
  };
  report({ ...progress });
  return {
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
  };
}

function failureOf(error: unknown): { path: string; error: ErrorSentences } {
  return error instanceof ArchiveError
    ? { path: error.path, error: errorSentences(error.cause) }
    : { path: "", error: errorSentences(error) };
}
