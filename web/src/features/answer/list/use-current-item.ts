import { useState } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { Upload } from "../../../data/uploads/upload.models.ts";
import { nextWaiting, waitingItems } from "./current-item.models.ts";

interface Position {
  /** The item that the recipient is at. */
  id: string | undefined;
  /** They went there; otherwise it is only the one to go to next. */
  isVisited: boolean;
  unfolded: ReadonlySet<string>;
}

/**
 * State of the list: the unfolded items, the recipient's current item and the next one.
 *
 * @param startsFolded no item is unfolded when the page opens.
 */
export function useCurrentItem(
  items: readonly ReceivedItem[],
  uploads: readonly Upload[],
  startsFolded: boolean,
) {
  const [position, setPosition] = useState<Position>(() => {
    const id = nextWaiting(items, uploads)?.id;
    return { id, isVisited: false, unfolded: new Set(id === undefined || startsFolded ? [] : [id]) };
  });
  const waiting = waitingItems(items, uploads);
  // An optional item that they haven't gone to gives way to a required one, such as one that came back.
  const at = waiting.find(({ id }) => id === position.id);
  const isAt =
    at !== undefined &&
    (at.isRequired || position.isVisited || !waiting.some(({ isRequired }) => isRequired));
  const next = nextWaiting(items, uploads, position.id);
  const placeOf = (wanted?: string) => items.findIndex(({ id }) => id === wanted);

  if (!isAt && next && next.id !== position.id) {
    // Only below: what the recipient is looking at must not move.
    const unfolds = placeOf(next.id) > placeOf(position.id);
    const unfolded = unfolds ? new Set([...position.unfolded, next.id]) : position.unfolded;
    setPosition({ id: next.id, isVisited: false, unfolded });
  }

  return {
    /** Gets the primary button. */
    currentId: isAt ? position.id : next?.id,
    next: isAt && !position.isVisited ? at : next,
    isUnfolded: (id: string) => position.unfolded.has(id),
    toggle: (id: string, isOpen: boolean) => {
      const unfolded = new Set(position.unfolded);
      if (isOpen) unfolded.add(id);
      else unfolded.delete(id);
      setPosition({ ...position, ...(isOpen && { id, isVisited: true }), unfolded });
    },
    /** Unfolds the item, and folds the others. */
    goTo: (id: string) => setPosition({ id, isVisited: true, unfolded: new Set([id]) }),
    foldAll: () => setPosition({ ...position, unfolded: new Set() }),
  };
}
