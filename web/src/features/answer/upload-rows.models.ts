import { describeError } from "@sheaf/contract/errors/describe-error";
import type { ReceivedItem } from "../../data/inbox/received-request.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { percentOf, progressText } from "../../data/uploads/queue/progress.models.ts";
import { isMoving, type Upload, type UploadPhase } from "../../data/uploads/upload.models.ts";

/** Uploads of one item that are not yet in its list of stored files. */
export function uploadsOf(item: Pick<ReceivedItem, "id" | "files">, uploads: readonly Upload[]): Upload[] {
  const arrived = new Set(item.files.map(({ id }) => id));
  return uploads.filter((upload) => upload.itemId === item.id && !arrived.has(upload.fileId ?? ""));
}

/**
 * Incomplete uploads of an earlier visit, except those that an upload of this page continues, is about to look for, or has
 * replaced.
 */
export function leftoversOf(item: ReceivedItem, uploads: readonly Upload[]) {
  const claimed = new Set(uploads.map(({ fileId }) => fileId));
  const chosenAgain = uploads.filter(({ itemId, fileId }) => itemId === item.id && fileId === undefined);
  const taken = [...item.files, ...chosenAgain];
  return item.unfinished.filter(
    (row) => !claimed.has(row.id) && !taken.some(({ name, size }) => name === row.name && size === row.size),
  );
}

/** @param continues this browser can resume the upload when the same file is chosen. */
export function leftoverText({ continues }: { continues: boolean }): string {
  const what = "This upload didn’t finish because the page was closed.";
  return continues
    ? `${what} Choose the same file again to continue where it stopped.`
    : `${what} Choose it again.`;
}

/** True if an earlier visit left an incomplete row for this very file, which a new upload should replace. */
export function hasLeftover(item: ReceivedItem, name: string, size: number): boolean {
  return item.unfinished.some((row) => row.name === name && row.size === size);
}

/** Identifies a file's content by its hash. */
export interface Content {
  /** Id of the row; "" while there is none. */
  fileId: string;
  sha256: string;
}

/**
 * Names the earlier file of this request that has the same content, or "" if there is none. Only a hint: one bank letter
 * may well answer two items.
 */
export function duplicateText({ fileId, sha256 }: Content, items: readonly ReceivedItem[]): string {
  if (sha256 === "") return "";
  const copies = items.flatMap((item) =>
    item.files.filter((file) => file.sha256 === sha256).map((file) => ({ item, file })),
  );
  const first = copies.toSorted((a, b) => Date.parse(a.file.at) - Date.parse(b.file.at))[0];
  return first && first.file.id !== fileId ? `Identical to ${first.file.name} in “${first.item.title}”.` : "";
}

const phaseLabels = {
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

/**
 * Announcement for screen readers: each result once, and the overall progress in steps of a quarter, so that it does not
 * speak constantly.
 */
export function announcement(
  before: readonly Upload[],
  now: readonly Upload[],
  explain: (upload: Upload, code: string) => { what: string; next: string },
): string {
  const former = new Map(before.map(({ id, phase }) => [id, phase.state]));
  const results = now
    .filter(({ id, phase }) => former.get(id) !== phase.state)
    .flatMap((upload) => {
      const { name, phase } = upload;
      if (phase.state === "stored") return [`${name} arrived.`];
      if (phase.state !== "failed") return [];
      const { what, next } = explain(upload, phase.code);
      return [`${name}: ${what} ${next}`];
    });
  if (results.length > 0) return results.join(" ");
  return stepOf(before) === stepOf(now) ? "" : stepOf(now);
}

function stepOf(uploads: readonly Upload[]): string {
  const moving = uploads.filter(isMoving);
  if (moving.length === 0) return "";
  const sent = moving.reduce((sum, { phase, size }) => sum + (phaseValue(phase) ?? 0) * size, 0);
  const total = moving.reduce((sum, { size }) => sum + size, 0);
  const quarter = Math.floor((sent / total) * 4) * 25;
  return `Uploading ${formatCount(moving.length, "file")}, ${quarter} percent.`;
}
