import type { RequestEvent } from "../../../data/events/event.models.ts";

type Sent = Pick<RequestEvent, "kind" | "fileId" | "actorId" | "actorName">;

/** The person who added a file, in the words of a sentence; undefined if these events don't say. */
export function senderOf({ id }: { id: string }, events: readonly Sent[], myId: string): string | undefined {
  const sent = events.find(({ kind, fileId }) => kind === "file_added" && fileId === id);
  if (!sent) return undefined;
  return sent.actorId === myId ? "you" : sent.actorName.trim() || undefined;
}
