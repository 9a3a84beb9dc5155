import { sharedKeys } from "../shared-keys.ts";
import type { RequestListView } from "./request-list.models.ts";
import type { RequestSearch } from "./request-search.models.ts";

/**
 * Cache keys of requests and templates, which are edited alike. A change to one request affects its row, its place in every
 * list and the counts: `all()`.
 */
export const requestKeys = {
  all: () => sharedKeys.requests,
  lists: () => [...requestKeys.all(), "list"] as const,
  list: (view: RequestListView) => [...requestKeys.lists(), view] as const,
  searches: () => [...requestKeys.all(), "search"] as const,
  search: (of: RequestSearch) => [...requestKeys.searches(), of] as const,
  counts: (of: Omit<RequestListView, "filter" | "sort">) => [...requestKeys.all(), "counts", of] as const,
  details: () => sharedKeys.requestDetails,
  detail: (id: string) => [...requestKeys.details(), id] as const,
  templates: (workspaceId: string) => [...requestKeys.all(), "templates", workspaceId] as const,
  invitationsEnd: (id: string) => [...requestKeys.all(), "invitations-end", id] as const,
  updateLeaves: (id: string) => [...requestKeys.all(), "update-leaves", id] as const,
  link: (id: string) => [...requestKeys.all(), "link", id] as const,
};
