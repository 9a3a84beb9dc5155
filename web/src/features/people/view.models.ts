import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import { type PeopleFilter, peopleFilters } from "../../data/people/person.models.ts";
import { isId } from "../../lib/ids.ts";

/** The chosen view, stored in the URL so that back, reload and bookmarks restore it. */
export interface ChosenView {
  tab: PeopleFilter;
  search: string;
  /** Id of a tag. */
  tag?: string | undefined;
  /** In the URL only if the user is in several workspaces. */
  workspace?: string | undefined;
}

export const tabNames: Readonly<Record<PeopleFilter, string>> = {
  waiting: "Waiting on them",
  everyone: "Everyone",
  unreached: "Can’t be emailed",
};

/** Missing and invalid parameters give the default view. */
export function readView(query: URLSearchParams): ChosenView {
  const tag = query.get("tag");
  return {
    tab: peopleFilters.find((tab) => tab === query.get("tab")) ?? "waiting",
    // The database refuses a text with a null character.
    search: (query.get("q") ?? "").replaceAll(/\p{Cc}/gu, " ").slice(0, limits.searchLength),
    tag: isId(tag) ? tag : undefined,
    workspace: query.get("workspace") ?? undefined,
  };
}

export function viewHref({ tab, search, tag, workspace }: ChosenView): string {
  const query = new URLSearchParams({
    ...(workspace !== undefined && { workspace }),
    ...(tab !== "waiting" && { tab }),
    ...(search !== "" && { q: search }),
    ...(tag !== undefined && { tag }),
  }).toString();
  return query === "" ? pages.people.path : `${pages.people.path}?${query}`;
}
