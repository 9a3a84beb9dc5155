import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import {
  type DueDays,
  dueDays,
  type Narrowing,
  nobody,
  requestFilters,
  requestSorts,
  type RequestFilter,
  type RequestListView,
  type RequestSort,
} from "../../data/requests/request-list.models.ts";
import { isId } from "../../lib/ids.ts";

/** The chosen view, stored in the URL so that back, reload and bookmarks restore it. */
export type ChosenView = Pick<RequestListView, "filter" | "sort"> & {
  search: string;
  /** "me", "nobody" or a user id. */
  assignee?: string | undefined;
  /** Id of a tag. */
  tag?: string | undefined;
  repeats?: boolean | undefined;
  due?: DueDays | undefined;
  /** In the URL only if the user is in several workspaces. */
  workspace?: string | undefined;
};

export const filterNames: Readonly<Record<RequestFilter, string>> = {
  open: "Open",
  review: "To review",
  overdue: "Overdue",
  drafts: "Drafts",
  done: "Done",
  archived: "Archived",
  bin: "Bin",
};

export const sortNames: Readonly<Record<RequestSort, string>> = {
  activity: "Last activity",
  due: "Due date",
};

/** Missing and invalid parameters give the default view. */
export function readView(query: URLSearchParams): ChosenView {
  const [assignee, tag] = [query.get("assignee"), query.get("tag")];
  const due = dueDays.find((days) => days === query.get("due"));
  return {
    filter: requestFilters.find((filter) => filter === query.get("filter")) ?? "open",
    // The database refuses a text with a null character.
    search: (query.get("q") ?? "").replaceAll(/\p{Cc}/gu, " ").slice(0, limits.searchLength),
    // Only this order keeps requests due on the chosen days together.
    sort: due ? "due" : (requestSorts.find((sort) => sort === query.get("sort")) ?? "activity"),
    assignee: assignee === "me" || assignee === "nobody" || isId(assignee) ? assignee : undefined,
    tag: isId(tag) ? tag : undefined,
    repeats: query.has("repeats") || undefined,
    due,
    workspace: query.get("workspace") ?? undefined,
  };
}

/** The conditions of a view in the database's terms. */
export function narrowingOf({ assignee, tag, repeats, due }: ChosenView, userId: string): Narrowing {
  const ids: Readonly<Record<string, string>> = { me: userId, nobody };
  return { assignee: assignee && (ids[assignee] ?? assignee), tag, repeats, due };
}

/** Ends the filter by due date together with the order that it brings. */
export function withoutDue({ due, sort }: ChosenView): Pick<ChosenView, "due" | "sort"> {
  return { due: undefined, sort: due ? "activity" : sort };
}

export function viewHref(view: ChosenView): string {
  const { filter, search, sort, assignee, tag, repeats, due, workspace } = view;
  const query = new URLSearchParams({
    ...(workspace !== undefined && { workspace }),
    ...(filter !== "open" && { filter }),
    ...(search !== "" && { q: search }),
    ...(sort !== "activity" && { sort }),
    ...(assignee !== undefined && { assignee }),
    ...(tag !== undefined && { tag }),
    ...(repeats && { repeats: "1" }),
    ...(due && { due }),
  }).toString();
  return query === "" ? pages.requests.path : `${pages.requests.path}?${query}`;
}
