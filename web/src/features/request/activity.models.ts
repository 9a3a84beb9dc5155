import type { EventKind } from "@sheaf/contract/states";
import type { RequestEvent } from "../../data/events/event.models.ts";

export interface ActivityLine {
  /** "Anna", "You". */
  who: string;
  /** "added", with a blank after it only where something follows. */
  did: string;
  /** What stands out: the file's or the item's name; "" where the sentence ends before. */
  what: string;
  tone: "plain" | "submitted" | "accepted" | "returned";
}

type Said = Omit<ActivityLine, "who">;

const sentences: Readonly<Record<EventKind, (event: RequestEvent) => Said>> = {
  created: () => ({ did: "made the request", what: "", tone: "plain" }),
  sent: () => ({ did: "sent the request", what: "", tone: "plain" }),
  opened: () => ({ did: "opened the link", what: "", tone: "plain" }),
  file_added: ({ fileName }) => ({ did: "added", what: fileName, tone: "submitted" }),
  file_removed: ({ fileName }) => ({ did: "took back", what: fileName, tone: "plain" }),
  answered: ({ itemTitle }) => ({ did: "answered", what: itemTitle, tone: "submitted" }),
  accepted: ({ itemTitle }) => ({ did: "accepted", what: itemTitle, tone: "accepted" }),
  returned: ({ itemTitle }) => ({ did: "returned", what: itemTitle, tone: "returned" }),
  decision_undone: ({ itemTitle }) => ({ did: "took back the decision on", what: itemTitle, tone: "plain" }),
  link_replaced: () => ({ did: "replaced the link", what: "", tone: "plain" }),
  done: () => ({ did: "settled the last required item", what: "", tone: "accepted" }),
  reopened: () => ({ did: "opened the request again", what: "", tone: "plain" }),
  cancelled: () => ({ did: "cancelled the request", what: "", tone: "plain" }),
};

/** One line of a request's history in words. People go by their first name where no other has the same. */
export function toActivityLine(
  event: RequestEvent,
  among: readonly RequestEvent[],
  myId: string,
): ActivityLine {
  const said = sentences[event.kind](event);
  if (event.actorId === myId) return { who: "You", ...said };
  return { who: shortName(event.actorName, new Set(among.map(({ actorName }) => actorName))), ...said };
}

function shortName(name: string, names: ReadonlySet<string>): string {
  if (name === "") return "Somebody";
  const first = firstName(name);
  const namesakes = [...names].filter((other) => firstName(other) === first);
  return namesakes.length > 1 ? name : first;
}

/** An address has no first name. */
function firstName(name: string): string {
  return name.includes("@") ? name : (name.trim().split(/\s+/u)[0] ?? name);
}
