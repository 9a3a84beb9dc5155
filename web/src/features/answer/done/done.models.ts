import type { AddedFile, ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { countRemaining } from "../../../data/inbox/remaining.models.ts";
import type { Upload } from "../../../data/uploads/upload.models.ts";

/** Nothing required is missing, something was sent, and all chosen files are there and whole. */
export function isFinished(
  { phase, items }: Pick<ReceivedRequest, "phase" | "items">,
  uploads: readonly Upload[],
): boolean {
  return (
    (phase === "open" || phase === "done") &&
    countRemaining(items).required === 0 &&
    items.some(
      ({ answer, files }) => answer !== null || files.some(({ isAddedByMember }) => !isAddedByMember),
    ) &&
    items.every(({ files }) => files.filter(isSent).every(({ check }) => check !== "damaged")) &&
    uploads.every(({ phase: upload }) => upload.state === "stored")
  );
}

/** The next step for each side. */
export function doneText({ phase, workspaceName }: Pick<ReceivedRequest, "phase" | "workspaceName">): string {
  return phase === "done"
    ? `${workspaceName} has accepted everything they need. You don’t need to do anything else.`
    : `${workspaceName} is reviewing what you sent.`;
}

interface SentFiles {
  count: number;
  bytes: number;
  /** Arrival of the latest one; "" without files. */
  latestAt: string;
}

/** A recipient sent the file, and it was not returned. */
export function isSent({ isAddedByMember, verdict }: AddedFile): boolean {
  return !isAddedByMember && verdict !== "returned";
}

/** All files that were sent. */
export function sentFiles(items: readonly Pick<ReceivedItem, "files">[]): SentFiles {
  const files = items.flatMap((item) => item.files).filter(isSent);
  return {
    count: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    latestAt: files.map(({ at }) => at).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? "",
  };
}
