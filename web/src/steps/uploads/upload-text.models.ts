import { describeError } from "@sheaf/contract/errors/describe-error";
import { percentOf, progressText } from "../../data/uploads/queue/progress.models.ts";
import { isMoving, type Upload, type UploadPhase } from "../../data/uploads/upload.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { doubtText } from "./doubt-text.models.ts";

/** An item with the ids of its stored files. */
export interface ItemFiles {
  id: string;
  files: readonly { id: string }[];
}

/** Uploads of one item that are not yet in its list of stored files. */
export function uploadsOf(item: ItemFiles, uploads: readonly Upload[]): Upload[] {
  const arrived = new Set(item.files.map(({ id }) => id));
  return uploads.filter((upload) => upload.itemId === item.id && !arrived.has(upload.fileId ?? ""));
}

const phaseLabels = {
  checking: "Checking",
  doubted: "Not sent yet",
  waiting: "Waiting",
  hashing: "Reading file",
  finishing: "Finishing",
  stored: "Arrived",
} as const;

/** Status text beside an upload. */
export function phaseText(phase: UploadPhase): string {
  if (phase.state === "uploading") return progressText(phase.progress);
  return phase.state === "failed" ? describeError(phase.code).what : phaseLabels[phase.state];
}

/** Shown for a resumed upload. */
export function resumeText(phase: UploadPhase): string {
  return phase.state === "uploading" && phase.progress.from > 0 ? "Continuing where it stopped." : "";
}

/** From 0 to 1; undefined while the remaining work is unknown. */
export function phaseValue(phase: UploadPhase): number | undefined {
  if (phase.state === "waiting") return 0;
  if (phase.state === "uploading") return percentOf(phase.progress) / 100;
  return phase.state === "stored" ? 1 : undefined;
}

/** The last announcement about running uploads. */
export interface Announced {
  /** "" for nothing new. */
  message: string;
  /** The last quarter of the whole, in percent; -1 before the first. */
  quarter: number;
}

/**
 * Announcement for screen readers: each result once, and the overall progress in steps of a quarter, so that it does not
 * speak constantly. Progress never goes back: another file, or one that begins anew, waits for the next quarter.
 *
 * @param quarter as it was announced before.
 */
export function announcement(
  before: readonly Upload[],
  now: readonly Upload[],
  explain: (upload: Upload, code: string) => { what: string; next: string },
  quarter: number,
): Announced {
  const former = new Map(before.map(({ id, phase }) => [id, phase.state]));
  const results = now
    .filter(({ id, phase }) => former.get(id) !== phase.state)
    .flatMap((upload) => {
      const { name, phase } = upload;
      if (phase.state === "stored") return [`${name} arrived.`];
      if (phase.state === "doubted") return [`${name}: ${doubtText(phase.doubt, name)}`];
      if (phase.state !== "failed") return [];
      const { what, next } = explain(upload, phase.code);
      return [`${name}: ${what} ${next}`];
    });
  const moving = now.filter(isMoving);
  if (moving.length === 0) return { message: results.join(" "), quarter: -1 };
  const reached = quarterOf(moving);
  if (results.length > 0) return { message: results.join(" "), quarter: Math.max(quarter, reached) };
  if (reached <= quarter) return { message: "", quarter };
  return {
    message: `Uploading ${formatCount(moving.length, "file")}, ${reached} percent.`,
    quarter: reached,
  };
}

function quarterOf(uploads: readonly Upload[]): number {
  const sent = uploads.reduce((sum, { phase, size }) => sum + (phaseValue(phase) ?? 0) * size, 0);
  const total = uploads.reduce((sum, { size }) => sum + size, 0);
  return Math.floor((sent / total) * 4) * 25;
}
