import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import {
  requestFilters,
  requestSorts,
  type RequestFilter,
  type RequestListView,
  type RequestSort,
} from "../../data/requests/request-list.models.ts";

/** The chosen view, stored in the URL so that back, reload and bookmarks restore it. */
export type ChosenView = Pick<RequestListView, "filter" | "sort"> & {
  search: string;
  /** Named by the URL of somebody who is in several workspaces. */
  workspace?: string | undefined;
};

export const filterNames: Readonly<Record<RequestFilter, string>> = {
  open: "Open",
  review: "To review",
  overdue: "Overdue",
  drafts: "Drafts",
  done: "Done",
  archived: "Archived",
};

export const sortNames: Readonly<Record<RequestSort, string>> = {
  activity: "Last activity",
  due: "Due date",
};

/** Missing and invalid parameters give the default view. */
export function readView(query: URLSearchParams): ChosenView {
  return {
    filter: requestFilters.find((filter) => filter === query.get("filter")) ?? "open",
    // The database refuses a text with a null character.
    search: (query.get("q") ?? "").replaceAll(/\p{Cc}/gu, " ").slice(0, limits.searchLength),
    sort: requestSorts.find((sort) => sort === query.get("sort")) ?? "activity",
    workspace: query.get("workspace") ?? undefined,
  };
}

export function viewHref({ filter, search, sort, workspace }: ChosenView): string {
  const query = new URLSearchParams({
    ...(workspace !== undefined && { workspace }),
    ...(filter !== "open" && { filter }),
    ...(search !== "" && { q: search }),
    ...(sort !== "activity" && { sort }),
  }).toString();
  return query === "" ? pages.requests.path : `${pages.requests.path}?${query}`;
}
