import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { OfficeApp } from "../../lib/office/office-file.ts";
import type { PictureGap } from "../../lib/pictures/picture-gap.ts";
import type { Progress } from "./queue/progress.models.ts";
import { canRetry } from "./retry-policy.ts";

/** A reason to look at a file again before it is sent. */
export type Doubt =
  /** The name ends like a type that the content isn't. */
  | { readonly kind: "type" }
  /** A file that opens only with a password: a PDF, a file of Office, or a zip. */
  | { readonly kind: "locked"; readonly format: "PDF" | OfficeApp | "Office" | "zip" }
  /** In the format of Office 97–2003. */
  | { readonly kind: "old"; readonly app: OfficeApp }
  /** A form that only Adobe Acrobat shows. */
  | { readonly kind: "acrobat" }
  /** A PDF without pages. */
  | { readonly kind: "no_pages" }
  /** A PDF or picture that doesn't open in this browser, or a file of Office that is damaged. */
  | { readonly kind: "damaged" }
  /** A picture whose file ends too early. */
  | { readonly kind: "cut"; readonly gap: PictureGap }
  /** A picture, with its size in pixels. */
  | { readonly kind: "small"; readonly width: number; readonly height: number }
  | { readonly kind: "blurred" }
  /** The same content was added before, under this name and to the item with this title. */
  | { readonly kind: "duplicate"; readonly name: string; readonly title: string };

/**
 * The progress of one file. `doubted` waits for the person who chose it; `stored` and `failed` are final until a retry.
 */
export type UploadPhase =
  | { readonly state: "checking" }
  | { readonly state: "doubted"; readonly doubt: Doubt }
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
  return phase.state !== "stored" && phase.state !== "failed" && phase.state !== "doubted";
}
