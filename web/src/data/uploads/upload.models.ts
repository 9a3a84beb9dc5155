import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { Progress } from "./queue/progress.models.ts";
import { canRetry } from "./retry-policy.ts";

/** The progress of one file. `stored` and `failed` are final until somebody retries. */
export type UploadPhase =
  | { readonly state: "waiting" }
  | { readonly state: "hashing" }
  | { readonly state: "uploading"; readonly progress: Progress }
  | { readonly state: "finishing" }
  | { readonly state: "stored" }
  | { readonly state: "failed"; readonly code: string };

/** One chosen file as the page shows it. Every change makes a new object. */
export interface Upload {
  readonly id: string;
  readonly requestId: string;
  readonly itemId: string;
  /** Sanitised, as it is stored. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: File;
  readonly phase: UploadPhase;
  /** Id of the database row, once there is one. */
  readonly fileId?: string;
  /** Lower-case hexadecimal, once it is known. */
  readonly sha256?: string;
}

/** A chosen file with the types its item accepts. */
export interface ChosenFile {
  readonly requestId: string;
  readonly itemId: string;
  readonly content: File;
  readonly accepts: readonly AcceptedGroup[];
  /** A member adds it to an item received another way. */
  readonly byMember: boolean;
}

/** Leaving the page now would lose this upload. */
export function isUnfinished({ phase }: Upload): boolean {
  return phase.state !== "stored" && !(phase.state === "failed" && !canRetry(phase.code));
}

/** This page must not remove the row: the file has arrived, or another tab is uploading it. */
export function belongsElsewhere({ phase }: Upload): boolean {
  return phase.state === "stored" || (phase.state === "failed" && phase.code === "upload.elsewhere");
}

/** Uploading or about to. */
export function isMoving({ phase }: Upload): boolean {
  return phase.state !== "stored" && phase.state !== "failed";
}
