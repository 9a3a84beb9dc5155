import { describeError } from "@sheaf/contract/errors/describe-error";
import type { AskedItem } from "../../data/inbox/asked-request.models.ts";
import { countWords } from "../../lib/count-words.ts";
import { percentOf, progressWords } from "../../data/uploads/progress.models.ts";
import { isMoving, type Upload, type UploadPhase } from "../../data/uploads/upload.models.ts";

/** Uploads of one item that its list of arrived files does not show yet. */
export function uploadsOf(item: Pick<AskedItem, "id" | "files">, uploads: readonly Upload[]): Upload[] {
  const arrived = new Set(item.files.map(({ id }) => id));
  return uploads.filter((upload) => upload.itemId === item.id && !arrived.has(upload.fileId ?? ""));
}

/**
 * Files left half-way on an earlier visit: no upload of this page fills their row or is about to look for it, and none
 * came in their place.
 */
export function leftoversOf(item: AskedItem, uploads: readonly Upload[]) {
  const claimed = new Set(uploads.map(({ fileId }) => fileId));
  const chosenAgain = uploads.filter(({ itemId, fileId }) => itemId === item.id && fileId === undefined);
  const taken = [...item.files, ...chosenAgain];
  return item.unfinished.filter(
    (row) => !claimed.has(row.id) && !taken.some(({ name, size }) => name === row.name && size === row.size),
  );
}

/** @param continues this browser knows how to go on with it, given the same file. */
export function leftoverWords({ continues }: { continues: boolean }): string {
  const what = "This file did not arrive: the page was closed before it was through.";
  return continues
    ? `${what} Choose the same file again, and it continues where it stopped.`
    : `${what} Choose it again.`;
}

/** Whether an earlier visit left a row for just this file, which a new one should take the place of. */
export function hasLeftover(item: AskedItem, name: string, size: number): boolean {
  return item.unfinished.some((row) => row.name === name && row.size === size);
}

/** Content as far as it can be compared: by the sender's hash. */
export interface Content {
  /** Of the row; "" while there is none. */
  fileId: string;
  sha256: string;
}

/**
 * Where else in this request the very same content arrived before, in words, or "" when it is new. Said and not
 * refused: one bank letter may well prove two things.
 */
export function sameContentWords({ fileId, sha256 }: Content, items: readonly AskedItem[]): string {
  if (sha256 === "") return "";
  const copies = items.flatMap((item) =>
    item.files.filter((file) => file.sha256 === sha256).map((file) => ({ item, file })),
  );
  const first = copies.toSorted((a, b) => Date.parse(a.file.at) - Date.parse(b.file.at))[0];
  return first && first.file.id !== fileId
    ? `Same content as ${first.file.name} in “${first.item.title}”.`
    : "";
}

const plainWords = {
  waiting: "Waiting",
  hashing: "Reading the file",
  finishing: "Almost there",
  stored: "Arrived",
} as const;

/** What stands beside a file on its way. */
export function phaseWords(phase: UploadPhase): string {
  if (phase.state === "uploading") return progressWords(phase.progress);
  return phase.state === "failed" ? describeError(phase.code).what : plainWords[phase.state];
}

/** Said of a file that is not sent from its start. */
export function resumeWords(phase: UploadPhase): string {
  return phase.state === "uploading" && phase.progress.from > 0 ? "Continues where it stopped." : "";
}

/** From 0 to 1, or nothing while the end is not known. */
export function phaseValue(phase: UploadPhase): number | undefined {
  if (phase.state === "waiting") return 0;
  if (phase.state === "uploading") return percentOf(phase.progress) / 100;
  return phase.state === "stored" ? 1 : undefined;
}

/**
 * What a screen reader should say now: each result once, and one line about all that moves, in steps large enough
 * not to talk without end.
 */
export function announcement(before: readonly Upload[], now: readonly Upload[]): string {
  const former = new Map(before.map(({ id, phase }) => [id, phase.state]));
  const results = now
    .filter(({ id, phase }) => former.get(id) !== phase.state)
    .flatMap(({ name, phase }) => {
      if (phase.state === "stored") return [`${name} arrived.`];
      if (phase.state !== "failed") return [];
      const { what, next } = describeError(phase.code);
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
  return `Uploading ${countWords(moving.length, "file")}, ${quarter} percent.`;
}
