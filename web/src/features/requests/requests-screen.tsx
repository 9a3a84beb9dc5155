import { useQuery } from "@tanstack/react-query";
import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense, useState } from "react";
import { requestCountsOptions } from "../../data/requests/request-counts.query.ts";
import {
  type RequestFilter,
  requestFilters,
  type RequestSort,
  requestSorts,
} from "../../data/requests/request-list.models.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { toAppError } from "../../lib/errors.ts";
import { isoDay } from "../../lib/dates.ts";
import { formatCapped } from "../../lib/format-count.ts";
import { Link } from "../../lib/navigation.tsx";
import { useNow } from "../../lib/now.ts";
import { pollInterval } from "../../lib/poll-interval.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { buttonClass } from "../../ui/forms/button.tsx";
import { Kbd } from "../../ui/layout/kbd.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { RequestList } from "./request-list.tsx";
import styles from "./requests-screen.module.css";
import { SearchField } from "../../steps/lists/search-field.tsx";
import { SelectedActions } from "./selection/selected-actions.tsx";
import { useSelection } from "./selection/use-selection.ts";
import { type ChosenView, filterNames, narrowingOf, sortNames, viewHref, withoutDue } from "./view.models.ts";

// Most visits to the list don't search.
const SearchResults = lazy(async () => ({
  default: (await import("./search/search-results.tsx")).SearchResults,
}));

const ListFilters = lazy(async () => ({
  default: (await import("./filters/list-filters.tsx")).ListFilters,
}));

const RemovedFromWorkspace = lazy(async () => ({
  default: (await import("./removed-from-workspace.tsx")).RemovedFromWorkspace,
}));

// With the dialog, which the list itself has no use for.
const ListKeys = lazy(async () => ({ default: (await import("./list-keys.tsx")).ListKeys }));

interface RequestsScreenProps {
  workspace: Workspace;
  /** The signed-in user. */
  userId: string;
  view: ChosenView;
  onNavigate: (href: string) => void;
  /** Navigation that replaces the history entry, for a search while it is typed. */
  onReplace: (href: string) => void;
}

/** A workspace's requests with filters, search and sorting. */
export function RequestsScreen({ workspace, userId, view, onNavigate, onReplace }: RequestsScreenProps) {
  const now = useNow();
  const of = { workspaceId: workspace.id, today: isoDay(now), ...narrowingOf(view, userId) };
  const { data: counts, error } = useQuery({ ...requestCountsOptions(of), refetchInterval: pollInterval });
  const newRequest = pages.newRequest.href({ workspace: view.workspace });
  const [showsKeys, setShowsKeys] = useState(false);
  const selection = useSelection(viewHref(view));
  useShortcuts({
    n: () => onNavigate(newRequest),
    "?": () => setShowsKeys(true),
  });

  const isSelecting = selection.requests.length > 0;
  const sortBy = (
    <label className={styles["sort"]}>
      <span>Sort by</span>
      <Select
        size="small"
        value={view.sort}
        onChange={(event) => onReplace(viewHref({ ...view, sort: event.target.value as RequestSort }))}
      >
        {(view.due ? [view.sort] : requestSorts).map((sort) => (
          <option key={sort} value={sort}>
            {sortNames[sort]}
          </option>
        ))}
      </Select>
    </label>
  );

  return (
    <>
      <PageTitle>Requests</PageTitle>
      <header className={styles["header"]}>
        <div>
          <h1>Requests</h1>
          <p className={styles["workspace"]}>{workspace.name}</p>
        </div>
        <div className={styles["actions"]}>
          <SearchField
            label="Search title, person or item"
            value={view.search}
            onSearch={(search) => onReplace(viewHref({ ...view, search }))}
          />
          <Link
            className={`${buttonClass({ variant: isSelecting ? "default" : "primary" })} ${styles["new"]}`}
            to={newRequest}
            aria-keyshortcuts="N"
          >
            New request <Kbd onAccent={!isSelecting}>N</Kbd>
          </Link>
        </div>
        <Suspense fallback={<div className={styles["filters"]} />}>
          <ListFilters
            view={view}
            workspaceId={workspace.id}
            userId={userId}
            onReplace={onReplace}
            onNavigate={onNavigate}
          />
        </Suspense>
      </header>
      {view.search === "" ? (
        <>
          <div className={styles["bar"]}>
            <Tabs
              label="Filters"
              tabs={requestFilters
                .filter((filter) => !isRare(filter) || filter === view.filter || (counts?.[filter] ?? 0) > 0)
                .map((filter) => ({
                  label: filterNames[filter],
                  href: viewHref({ ...view, filter }),
                  current: filter === view.filter,
                  count: counts && formatCapped(counts[filter]),
                }))}
              onNavigate={onNavigate}
            />
            {sortBy}
          </div>
          {view.filter === "bin" && (
            <p className={styles["about"]}>
              Deleted requests stay here for {limits.daysInBin} days. Then nothing of them is left. Receipts
              that people have saved can still be checked.
            </p>
          )}
          <RequestList
            view={{ filter: view.filter, sort: view.sort, ...of }}
            now={now}
            selection={selection}
            newRequest={newRequest}
            onWiden={() =>
              onReplace(
                viewHref({
                  ...view,
                  assignee: undefined,
                  tag: undefined,
                  repeats: undefined,
                  ...withoutDue(view),
                }),
              )
            }
          />
        </>
      ) : (
        <Suspense fallback={<ListSkeleton />}>
          <SearchResults
            of={{ workspaceId: workspace.id, search: view.search }}
            narrowing={of}
            sort={view.sort}
            today={of.today}
            now={now}
            selection={selection}
            sortBy={sortBy}
            onClear={() => onReplace(viewHref({ ...view, search: "" }))}
          />
        </Suspense>
      )}
      <SelectedActions
        selection={selection}
        workspaceId={workspace.id}
        userId={userId}
        areBinned={view.search === "" && view.filter === "bin"}
      />
      <Suspense fallback={null}>
        {error && toAppError(error).code === "not_found" && <RemovedFromWorkspace name={workspace.name} />}
        {showsKeys && <ListKeys onClose={() => setShowsKeys(false)} />}
      </Suspense>
    </>
  );
}

/** Most workspaces never archive or delete anything. */
const isRare = (filter: RequestFilter): boolean => filter === "archived" || filter === "bin";
