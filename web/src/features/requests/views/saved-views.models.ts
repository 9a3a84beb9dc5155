import { viewParameters } from "@sheaf/contract/saved-views";
import type { SavedView } from "../../../data/saved-views/saved-views.query.ts";
import { type ChosenView, readView, viewHref } from "../view.models.ts";

/** The query string under which a view is saved. */
export function queryOf(view: ChosenView): string {
  const query = new URLSearchParams(viewHref(view).split("?")[1]);
  const known = viewParameters.flatMap((name): [string, string][] => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  // A character of other scripts would count as up to twelve.
  return new URLSearchParams(known).toString().replaceAll(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);
}

/** The address of a saved view. What isn't known any more is left out. */
export function savedHref({ query }: Pick<SavedView, "query">, workspace: string | undefined): string {
  return viewHref({ ...readView(new URLSearchParams(query)), workspace });
}

/** True if the list shows this saved view. */
export const isShown = (saved: SavedView, view: ChosenView): boolean =>
  savedHref(saved, view.workspace) === viewHref(view);

/** The view with this name in any case, as the database compares them. */
export function viewNamed(views: readonly SavedView[], typed: string): SavedView | undefined {
  const name = typed.trim().toLowerCase();
  return views.find((view) => view.name.toLowerCase() === name);
}
