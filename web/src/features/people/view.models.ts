import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import { type PeopleFilter, peopleFilters } from "../../data/people/person.models.ts";

/** The chosen view, stored in the URL so that back, reload and bookmarks restore it. */
export interface ChosenView {
  tab: PeopleFilter;
  search: string;
  /** Named by the URL of somebody who is in several workspaces. */
  workspace?: string | undefined;
}

export const tabNames: Readonly<Record<PeopleFilter, string>> = {
  waiting: "Waiting on them",
  everyone: "Everyone",
  unreached: "Can’t be emailed",
};

/** Missing and invalid parameters give the default view. */
export function readView(query: URLSearchParams): ChosenView {
  return {
    tab: peopleFilters.find((tab) => tab === query.get("tab")) ?? "waiting",
    // The database refuses a text with a null character.
    search: (query.get("q") ?? "").replaceAll(/\p{Cc}/gu, " ").slice(0, limits.searchLength),
    workspace: query.get("workspace") ?? undefined,
  };
}

export function viewHref({ tab, search, workspace }: ChosenView): string {
  const query = new URLSearchParams({
    ...(workspace !== undefined && { workspace }),
    ...(tab !== "waiting" && { tab }),
    ...(search !== "" && { q: search }),
  }).toString();
  return query === "" ? pages.people.path : `${pages.people.path}?${query}`;
}
