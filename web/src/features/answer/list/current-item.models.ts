import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import { countedFiles } from "../../../data/items/file-count.models.ts";
import { isMoving, type Upload } from "../../../data/uploads/upload.models.ts";

/** The item's chosen files that are on their way. A stored one counts until the list has it. */
export function filesBeingSent({ id }: Pick<ReceivedItem, "id">, uploads: readonly Upload[]): Upload[] {
  return uploads.filter(
    (upload) => upload.itemId === id && (isMoving(upload) || upload.phase.state === "stored"),
  );
}

/** The recipient has something to do for this item: more than waiting for chosen files to arrive. */
function isWaiting(item: ReceivedItem, uploads: readonly Upload[]): boolean {
  const sending = filesBeingSent(item, uploads).length;
  return isRemaining(item) && (sending === 0 || countedFiles(item.files) + sending < item.expectedFiles);
}

/** Items that the recipient has something to do for, in the order of the list. */
export function waitingItems(items: readonly ReceivedItem[], uploads: readonly Upload[]): ReceivedItem[] {
  return items.filter((item) => isWaiting(item, uploads));
}

/** The next waiting item below the given one, and then from the top; optional ones after all required ones. */
export function nextWaiting(
  items: readonly ReceivedItem[],
  uploads: readonly Upload[],
  afterId?: string,
): ReceivedItem | undefined {
  const at = items.findIndex(({ id }) => id === afterId);
  const waiting = waitingItems([...items.slice(at + 1), ...items.slice(0, at + 1)], uploads);
  return waiting.find(({ isRequired }) => isRequired) ?? waiting[0];
}
