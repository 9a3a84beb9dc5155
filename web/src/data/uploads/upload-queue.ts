import { cleanFileName } from "@sheaf/contract/file-name";
import { toAppError } from "../../lib/errors.ts";
import { inspectFile } from "./inspect-file.ts";
import { runUpload, type UploadJob } from "./run-upload.ts";
import {
  belongsElsewhere,
  canRetry,
  type ChosenFile,
  type Upload,
  type UploadPhase,
} from "./upload.models.ts";
import type { UploadTransport } from "./upload-transport.ts";

/** More at once share one line and make each slower; fewer leave it idle between two files. */
const atOnce = 3;

export interface UploadQueueDeps {
  transport: UploadTransport;
  /** Milliseconds. */
  now: () => number;
  /** Bytes that one file may have. */
  maxBytes: () => number;
}

interface Entry {
  view: Upload;
  readonly chosen: ChosenFile;
  /** Missing until the file has been looked at, and for a file that was refused then. */
  job?: UploadJob;
  running?: AbortController;
}

export interface AddOptions {
  /** True where a row of the same name and size is left over from an earlier visit. */
  mayHaveBegun?: (chosen: ChosenFile) => boolean;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/**
 * Every upload of this page, whatever route it shows. Nothing here knows React: `subscribe` and `snapshot` are made
 * for `useSyncExternalStore`.
 */
export function createUploadQueue({ transport, now, maxBytes }: UploadQueueDeps) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let views: readonly Upload[] = [];
  let added = 0;

  const all = () => Array.from(entries.values());

  function publish() {
    views = all().map(({ view }) => view);
    for (const listener of listeners) listener();
  }

  function show(entry: Entry, phase: UploadPhase) {
    if (entries.get(entry.view.id) !== entry) return;
    const { begun, sha256 } = entry.job ?? {};
    const { fileId: _, ...view } = entry.view;
    entry.view = { ...view, phase, ...(begun && { fileId: begun.fileId }), ...(sha256 && { sha256 }) };
    publish();
  }

  async function inspect(entry: Entry, mayHaveBegun: boolean) {
    const { itemId, content, accepts } = entry.chosen;
    try {
      const mime = await inspectFile(content, { accepts, maxBytes: maxBytes() });
      entry.job = {
        itemId,
        name: entry.view.name,
        content,
        mime,
        sha256: undefined,
        begun: undefined,
        mayHaveBegun,
        mayHaveArrived: false,
      };
      startWaiting();
    } catch (error) {
      show(entry, { state: "failed", code: toAppError(error).code });
    }
  }

  function startWaiting() {
    for (const entry of all()) {
      if (all().filter(({ running }) => running).length >= atOnce) return;
      if (entry.job && entry.view.phase.state === "waiting") void run(entry, entry.job);
    }
  }

  async function run(entry: Entry, job: UploadJob) {
    const running = new AbortController();
    entry.running = running;
    try {
      await runUpload(job, {
        transport,
        signal: running.signal,
        now,
        report: (phase) => show(entry, phase),
        isClaimed: (fileId) => all().some((other) => other !== entry && other.job?.begun?.fileId === fileId),
      });
      show(entry, { state: "stored" });
    } catch (error) {
      show(entry, { state: "failed", code: toAppError(error).code });
    } finally {
      delete entry.running;
      startWaiting();
    }
  }

  function forget(entry: Entry) {
    entries.delete(entry.view.id);
    entry.running?.abort();
    publish();
  }

  function retry(id: string): void {
    const entry = entries.get(id);
    if (entry?.view.phase.state !== "failed") return;
    show(entry, { state: "waiting" });
    if (entry.job) startWaiting();
    else void inspect(entry, false);
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** The same array until something changes. */
    snapshot: (): readonly Upload[] => views,

    /** Takes files in; each is refused or sent by itself. */
    add: (files: readonly ChosenFile[], { mayHaveBegun = () => false }: AddOptions = {}): void => {
      for (const chosen of files) {
        const { requestId, itemId, content } = chosen;
        const id = `upload-${(added += 1)}`;
        const name = cleanFileName(content.name);
        const view: Upload = { id, requestId, itemId, name, size: content.size, phase: { state: "waiting" } };
        const entry: Entry = { view, chosen };
        entries.set(id, entry);
        void inspect(entry, mayHaveBegun(chosen));
      }
      publish();
    },

    /** Tries a failed file again, from where it stopped. */
    retry,

    /** Tries every failed file again whose code fits, as when the network or the session is back. */
    retryFailed: (fits: (code: string) => boolean): void => {
      for (const { view } of all()) {
        const { id, phase } = view;
        if (phase.state === "failed" && canRetry(phase.code) && fits(phase.code)) retry(id);
      }
    },

    /** Stops a file wherever it is and takes its row back. Rows that cannot be reached now are purged by age. */
    dismiss: async (id: string): Promise<void> => {
      const entry = entries.get(id);
      if (!entry) return;
      forget(entry);
      const fileId = entry.job?.begun?.fileId;
      if (fileId === undefined || belongsElsewhere(entry.view)) return;
      await transport.remove({ fileId }).catch(() => undefined);
    },

    /** Forgets uploads whose files the service already lists as stored, also those whose last answer was lost. */
    settle: (storedFileIds: ReadonlySet<string>): void => {
      for (const entry of all()) {
        if (!entry.running && storedFileIds.has(entry.view.fileId ?? "")) forget(entry);
      }
    },

    /** Drops everything at once, as when the person signs out. */
    clear: (): void => {
      for (const entry of all()) forget(entry);
    },
  };
}
