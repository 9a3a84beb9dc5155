import type { RequestFilter } from "../../data/requests/request-list.models.ts";

interface EmptyWords {
  title: string;
  text: string;
  /** Whether the next action is to write a request; otherwise nothing is asked of the person. */
  offersNew: boolean;
}

const words: Readonly<Record<RequestFilter, EmptyWords>> = {
  open: {
    title: "Nothing is open",
    text: "Write down what you need, send one link, and watch it come in.",
    offersNew: true,
  },
  review: {
    title: "Nothing waits for you",
    text: "Files that people add show up here until you accept or return them.",
    offersNew: false,
  },
  overdue: {
    title: "Nobody is late",
    text: "Requests past their due date with something still to come show up here.",
    offersNew: false,
  },
  drafts: {
    title: "No drafts",
    text: "A request that you keep before sending waits here.",
    offersNew: true,
  },
  done: {
    title: "Nothing is done yet",
    text: "A request is done when every required item is accepted.",
    offersNew: false,
  },
};

/** What an empty list says; a search that finds nothing says so itself, whatever the filter. */
export function emptyWords(filter: RequestFilter, search: string): EmptyWords {
  if (search.trim() === "") return words[filter];
  return {
    title: "No request matches",
    text: "Search looks at titles, people, addresses and items. Try fewer letters or another filter.",
    offersNew: false,
  };
}
