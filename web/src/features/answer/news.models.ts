import type { ReceivedItem } from "../../data/inbox/received-item.models.ts";
import { returnReasons } from "./item/item-state.models.ts";

/**
 * Announcement for screen readers of what the requester has done since: each returned item with its reasons, and each new
 * message. "" for nothing new.
 *
 * @param myId the recipient, who knows their own messages.
 */
export function newsText(
  before: readonly ReceivedItem[],
  now: readonly ReceivedItem[],
  myId: string,
): string {
  const former = new Map(before.map((item) => [item.id, item]));
  return now
    .flatMap((item) => {
      const known = former.get(item.id);
      if (!known) return [];
      const hasMessage = [...messageIds(item, myId)].some((id) => !messageIds(known, myId).has(id));
      return [
        ...(item.state === "returned" && known.state !== "returned"
          ? [`“${item.title}” was returned.`, ...returnReasons(item)]
          : []),
        ...(hasMessage ? [`New message about “${item.title}”.`] : []),
      ];
    })
    .join(" ");
}

/** Of other people. */
function messageIds({ questions }: ReceivedItem, myId: string): Set<string> {
  return new Set(
    questions.flatMap(({ messages }) => messages.filter(({ author }) => author !== myId).map(({ id }) => id)),
  );
}
