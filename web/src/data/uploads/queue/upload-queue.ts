import { cleanFileName } from "@sheaf/contract/file-name";
import type { StoredMime } from "@sheaf/contract/file-type";
import { toAppError } from "../../../lib/errors.ts";
import { inspectFile } from "./inspect-file.ts";
import { runUpload, type UploadJob } from "./run-upload.ts";
import { canRetry } from "../retry-policy.ts";
import {
  belongsElsewhere,
  type ChosenFile,
  type Doubt,
  type Upload,
  type UploadPhase,
} from "../upload.models.ts";
import type { UploadTransport } from "../transport/upload-transport.ts";

/** More would share the connection and slow each other down; fewer would leave it idle between files. */
const maxConcurrency = 3;

export interface UploadQueueDeps {
  transport: UploadTransport;
  /** Milliseconds. */
  now: () => number;
  /** Maximum size of a file in bytes. */
  maxBytes: () => number;
}

interface Entry {
  view: Upload;
  readonly chosen: ChosenFile;
  /** Undefined until the file is validated, and for an invalid one. */
  job?: UploadJob;
  isRunning: boolean;
  /** Aborted when the upload is dismissed. */
  readonly stop: AbortController;
}

/**
 * Looks for a reason to ask before a file is sent, such as that it can't be opened. If the check takes too long or its
 * code can't be loaded, the file is sent without a question, because neither says anything about the file.
 */
export type FindDoubt = (content: File, mime: StoredMime, signal: AbortSignal) => Promise<Doubt | undefined>;

export interface AddOptions {
  findDoubt?: FindDoubt;
  /** True if an earlier visit left a row of the same name and size. */
  mayHaveBegun?: (chosen: ChosenFile) => boolean;
}

interface Inspection {
  findDoubt?: FindDoubt | undefined;
  mayHaveBegun: boolean;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/**
 * All uploads of this page, across routes. Independent of React: `subscribe` and `snapshot` suit `useSyncExternalStore`.
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

  async function inspect(entry: Entry, { findDoubt, mayHaveBegun }: Inspection) {
    const { itemId, content, accepts, byMember } = entry.chosen;
    try {
      const mime = await inspectFile(content, { accepts, maxBytes: maxBytes() });
      entry.job = {
        itemId,
        name: entry.view.name,
        content,
        mime,
        byMember,
        sha256: undefined,
        hashing: undefined,
        begun: undefined,
        mayHaveBegun,
        mayHaveArrived: false,
      };
      const doubt = await findDoubt?.(content, mime, entry.stop.signal).catch(() => undefined);
      show(entry, doubt ? { state: "doubted", doubt } : { state: "waiting" });
      startWaiting();
    } catch (error) {
      show(entry, { state: "failed", code: toAppError(error).code });
    }
  }

  function startWaiting() {
    for (const entry of all()) {
      if (all().filter(({ isRunning }) => isRunning).length >= maxConcurrency) return;
      if (entry.job && !entry.isRunning && entry.view.phase.state === "waiting") void run(entry, entry.job);
    }
  }

  async function run(entry: Entry, job: UploadJob) {
    entry.isRunning = true;
    try {
      await runUpload(job, {
        transport,
        signal: entry.stop.signal,
        now,
        report: (phase) => show(entry, phase),
        isClaimed: (fileId) => all().some((other) => other !== entry && other.job?.begun?.fileId === fileId),
      });
      show(entry, { state: "stored" });
    } catch (error) {
      show(entry, { state: "failed", code: toAppError(error).code });
    } finally {
      entry.isRunning = false;
      startWaiting();
    }
  }

  function forget(entry: Entry) {
    entries.delete(entry.view.id);
    entry.stop.abort();
    publish();
  }

  function send(entry: Entry) {
    show(entry, { state: "waiting" });
    startWaiting();
  }

  function retry(id: string): void {
    const entry = entries.get(id);
    if (entry?.view.phase.state !== "failed") return;
    if (entry.job) return send(entry);
    show(entry, { state: "checking" });
    void inspect(entry, { mayHaveBegun: false });
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Returns the same array until something changes. */
    snapshot: (): readonly Upload[] => views,

    /** Adds files. Each is refused or uploaded independently. */
    add: (files: readonly ChosenFile[], { mayHaveBegun = () => false, findDoubt }: AddOptions = {}): void => {
      for (const chosen of files) {
        const { requestId, itemId, content } = chosen;
        const id = `upload-${(added += 1)}`;
        const name = cleanFileName(content.name);
        const phase: UploadPhase = { state: "checking" };
        const view: Upload = { id, requestId, itemId, name, size: content.size, content, phase };
        const entry: Entry = { view, chosen, isRunning: false, stop: new AbortController() };
        entries.set(id, entry);
        void inspect(entry, { findDoubt, mayHaveBegun: mayHaveBegun(chosen) });
      }
      publish();
    },

    /** Sends a doubted file as it is. */
    sendAnyway: (id: string): void => {
      const entry = entries.get(id);
      if (entry?.view.phase.state === "doubted") send(entry);
    },

    /** Retries a failed file from where it stopped. */
    retry,

    /** Retries every failed file with a matching code, for example when the network is back. */
    retryFailed: (fits: (code: string) => boolean): void => {
      for (const { view } of all()) {
        const { id, phase } = view;
        if (phase.state === "failed" && canRetry(phase.code) && fits(phase.code)) retry(id);
      }
    },

    /** Stops a file and removes its row. A row that can't be reached now is purged by age. */
    dismiss: async (id: string): Promise<void> => {
      const entry = entries.get(id);
      if (!entry) return;
      forget(entry);
      const fileId = entry.job?.begun?.fileId;
      if (fileId === undefined || belongsElsewhere(entry.view)) return;
      await transport.remove({ fileId }).catch(() => undefined);
    },

    /** Drops uploads that the service lists as stored, including those whose last response was lost. */
    settle: (storedFileIds: ReadonlySet<string>): void => {
      for (const entry of all()) {
        if (!entry.isRunning && storedFileIds.has(entry.view.fileId ?? "")) forget(entry);
      }
    },

    /** Drops all uploads, for example on sign-out. */
    clear: (): void => {
      for (const entry of all()) forget(entry);
    },
  };
}
