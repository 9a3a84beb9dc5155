import { useEffect, useRef, useState } from "react";
import { fetchHistory } from "../../data/events/history.query.ts";
import { openFileContent } from "../../data/files/file-content.ts";
import { openForExport, type OpenFile } from "../../data/files/open-files.ts";
import { fetchRequestReceipts } from "../../data/receipts/request-receipts.ts";
import { type ErrorSentences, errorSentences } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import { type ArchiveFile, bytesOf } from "./archive.models.ts";
import {
  type Bundle,
  type DownloadedRequest,
  filesIn,
  type PackedRequest,
  toBundle,
} from "./bundle.models.ts";
import { findUnverified, hasWrongHash } from "./find-unverified.ts";
import { chooseTarget, saveInParts, saveToDisk } from "./save-archive.ts";
import type { OpenContent } from "./open-in-turn.ts";
import { zipStream } from "./zip-stream.ts";

export type DownloadState =
  | { status: "idle" }
  /** `done` and `total` in bytes; `path` is the file being downloaded. */
  | { status: "running"; done: number; total: number; path: string }
  /**
   * `unverified` is the number of files whose content isn't what their sender's browser hashed; `setAside` that of files
   * left out; `altered` has the paths that were different, or absent, when the saved zip was read back.
   */
  | { status: "done"; count: number; total: number; unverified: number; setAside: number; altered: string[] }
  /** `path` is the file that failed; "" if no single file did. */
  | { status: "failed"; path: string; error: ErrorSentences };

/** Minimum time between two progress updates, each of which renders the page. Milliseconds. */
const progressInterval = 100;

export interface DownloadSource {
  /** Name of the zip, without extension. */
  name: string;
  load: (signal: AbortSignal) => Promise<readonly DownloadedRequest[]>;
  /** Only the files are wanted, without indexes, history and receipts. */
  isPart?: boolean;
}

/** Downloads everything received for one or more requests as a zip, verified file by file. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ status: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const latest = useRef<DownloadSource>(undefined);

  const start = async (source: DownloadSource) => {
    latest.current = source;
    const { name, load, isPart = false } = source;
    let openTarget: Awaited<ReturnType<typeof chooseTarget>>;
    try {
      openTarget = await chooseTarget(`${name}.zip`);
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
    /** Files that are still loading when it ends, for instance because another one failed, are given up. */
    const attempt = async <T>(work: (ending: AbortSignal) => Promise<T>): Promise<T> => {
      const ending = new AbortController();
      try {
        return await work(AbortSignal.any([signal, ending.signal]));
      } finally {
        ending.abort();
      }
    };
    const save = async (bundle: Bundle, open: OpenFile, ending: AbortSignal) => {
      const files = filesIn(bundle);
      const total = bytesOf(files);
      const reading = watched({ total, open, signal: ending, report });
      const zipOf = (part: readonly ArchiveFile[]) => zipStream({ bundle, files: part, ...reading });
      const saving = { archiveName: name, files, signal: ending, zipOf };
      const altered = openTarget ? await saveToDisk(openTarget, saving) : await saveInParts(saving);
      const unverified = files.filter(({ received }) => received !== undefined).length;
      const items = bundle.flatMap(({ archive }) => archive.items);
      const setAside = items.flatMap((item) => item.setAside).length;
      report({ status: "done", count: files.length, total, unverified, setAside, altered });
    };
    const saveWithUnverified = async (requests: readonly PackedRequest[], open: OpenFile) => {
      const files = filesIn(toBundle(requests));
      // The indexes come first in the zip, so all wrong files must be known before it starts again.
      const unverified = await attempt((ending) =>
        findUnverified({ files, ...watched({ total: bytesOf(files), open, signal: ending, report }) }),
      );
      await attempt((ending) => save(toBundle(requests, unverified), open, ending));
    };
    try {
      report({ status: "running", done: 0, total: 0, path: "" });
      const requests = await attempt(async (ending) => {
        const loaded = await load(ending);
        return isPart ? withoutRecords(loaded) : withRecords(loaded, ending);
      });
      const bundle = toBundle(requests);
      const open = await openForExport(filesIn(bundle).map(({ file }) => file.id));
      await attempt((ending) => save(bundle, open, ending)).catch((error: unknown) => {
        if (hasWrongHash(error)) return saveWithUnverified(requests, open);
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
  /** The same again, also if the page shows something else by now. */
  const retry = () => {
    if (latest.current) void start(latest.current);
  };
  return { state, start, retry, close };
}

const withoutRecords = (requests: readonly DownloadedRequest[]): PackedRequest[] =>
  requests.map((request) => ({ ...request, records: null }));

/** One after another: a selection may hold many. */
async function withRecords(
  requests: readonly DownloadedRequest[],
  signal: AbortSignal,
): Promise<PackedRequest[]> {
  const packed: PackedRequest[] = [];
  for (const request of requests) {
    const [history, receipts] = await Promise.all([
      fetchHistory(request.id),
      fetchRequestReceipts(request.id, signal),
    ]);
    signal.throwIfAborted();
    packed.push({ ...request, records: { history, receipts } });
  }
  return packed;
}

interface Watched {
  total: number;
  open: OpenFile;
  signal: AbortSignal;
  report: (state: DownloadState) => void;
}

/** Opens files and reports the progress over all of them. */
function watched({ total, open, signal, report }: Watched): {
  open: OpenContent;
  onFile: (path: string) => void;
} {
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
        open,
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
