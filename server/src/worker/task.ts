/** Names that settings, the log and the health check use. */
export const taskNames = ["email", "bulk", "recurring", "checksums", "receipts", "expiry", "purge"] as const;
export type TaskName = (typeof taskNames)[number];

/** Result of a run, for the log: counts and codes, never a name, an address or a key. */
export interface TaskReport {
  /** False if the run had nothing to do and nothing failed: then it isn't logged. */
  readonly isNews: boolean;
  /** True if something is left that the next run tries again. */
  readonly isPartial: boolean;
  readonly facts: object;
}

export interface Task {
  readonly name: TaskName;
  /** Between two runs, in milliseconds. */
  readonly pauseMs: number;
  /** Does what is due, until nothing is left or `stopped` is aborted. Never throws because of what it talks to. */
  run(stopped: AbortSignal): Promise<TaskReport>;
  /** Releases its connections. */
  close(): void;
}
