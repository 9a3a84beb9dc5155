import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { Progress } from "./progress.models.ts";

/** Where one file is on its way. Only `stored` and `failed` wait for nothing. */
export type UploadPhase =
  | { readonly state: "waiting" }
  | { readonly state: "hashing"; readonly percent: number }
  | { readonly state: "uploading"; readonly progress: Progress }
  | { readonly state: "finishing" }
  | { readonly state: "stored" }
  | { readonly state: "failed"; readonly code: string };

/** One file that a person chose, as the page shows it. A new object at every change. */
export interface Upload {
  readonly id: string;
  readonly requestId: string;
  readonly itemId: string;
  /** Clean: as it is stored. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly phase: UploadPhase;
  /** The row that this file fills, once there is one. */
  readonly fileId?: string;
  /** Lower-case hexadecimal, once it is known. */
  readonly sha256?: string;
}

/** A file as it was chosen, with what its item takes. */
export interface ChosenFile {
  readonly requestId: string;
  readonly itemId: string;
  readonly content: File;
  readonly accepts: readonly AcceptedGroup[];
}

/** The outcome is not known: the call may have done its work and only the answer was lost. */
const interruptions: ReadonlySet<string> = new Set([
  "upload.interrupted",
  "upload.paused",
  "upload.elsewhere",
  "network.unreachable",
  "network.timeout",
  "service.unavailable",
]);

/** The session ended under way; a new token is all that is missing. */
const sessionFailures: ReadonlySet<string> = new Set([
  "session.required",
  "InvalidJWT",
  "ExpiredToken",
  "PGRST301",
  "PGRST303",
]);

/** Sending the same file again cannot end otherwise: another file, or nothing, is the way on. */
const finalFailures: ReadonlySet<string> = new Set([
  "file.empty",
  "file.too_large",
  "file.type",
  "file.name",
  "file.changed",
  "file.unreadable",
  "item.locked",
  "item.kind",
  "request.closed",
  "not_found",
  "EntityTooLarge",
  "InvalidMimeType",
]);

export const isInterruption = (code: string) => interruptions.has(code);
export const isSessionFailure = (code: string) => sessionFailures.has(code);
export const canRetry = (code: string) => !finalFailures.has(code);

/** Still needs the page: leaving now would lose it. */
export function isUnfinished({ phase }: Upload): boolean {
  return phase.state !== "stored" && !(phase.state === "failed" && !canRetry(phase.code));
}

/** Its row is no more this page's to take back: it has arrived, or another tab is filling it. */
export function belongsElsewhere({ phase }: Upload): boolean {
  return phase.state === "stored" || (phase.state === "failed" && phase.code === "upload.elsewhere");
}

/** On its way at this moment or about to be. */
export function isMoving({ phase }: Upload): boolean {
  return phase.state !== "stored" && phase.state !== "failed";
}
