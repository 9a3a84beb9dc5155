import { requestKeys } from "../requests/keys.ts";
import type { PeopleFilter } from "./person.models.ts";

/** Cache keys of the people of a workspace. Below those of requests, because every change to a request may change them. */
export const peopleKeys = {
  all: () => [...requestKeys.all(), "people"] as const,
  list: (of: { workspaceId: string; filter: PeopleFilter; tag: string | undefined }) =>
    [...peopleKeys.all(), "list", of] as const,
  search: (of: { workspaceId: string; search: string }) => [...peopleKeys.all(), "search", of] as const,
  clients: (of: { workspaceId: string; search: string }) => [...peopleKeys.all(), "clients", of] as const,
  suggestions: (of: { workspaceId: string; search: string }) =>
    [...peopleKeys.all(), "suggestions", of] as const,
  counts: (of: { workspaceId: string; tag: string | undefined }) =>
    [...peopleKeys.all(), "counts", of] as const,
  detail: (id: string) => [...peopleKeys.all(), "detail", id] as const,
};
