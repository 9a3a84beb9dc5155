import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { peopleText } from "../../../data/requests/people.models.ts";
import type { Narrowing, RequestSort } from "../../../data/requests/request-list.models.ts";
import {
  isWithin,
  toGroups,
  type FoundRequest,
  type RequestSearch,
} from "../../../data/requests/request-search.models.ts";
import { requestSearchOptions } from "../../../data/requests/request-search.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { pollInterval } from "../../../lib/poll-interval.ts";
import { MarkedText } from "../../../steps/marked-text/marked-text.tsx";
import { searchWords } from "../../../steps/marked-text/match.models.ts";
import { useUnreadCounts } from "../../../steps/questions/use-unread-counts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { ListSkeleton } from "../list-skeleton.tsx";
import { RequestRows, RequestTable } from "../request-rows.tsx";
import { useRowKeys } from "../../../steps/lists/row-keys.ts";
import type { Selection } from "../selection/use-selection.ts";
import { filterNames } from "../view.models.ts";
import { hiddenMatch } from "./hidden-match.models.ts";
import { resultsText } from "./results.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./search-results.module.css";

interface SearchResultsProps {
  of: RequestSearch;
  /** Conditions that the shown matches meet. */
  narrowing: Narrowing;
  sort: RequestSort;
  today: string;
  now: Date;
  selection: Selection;
  /** Chooses the order. */
  sortBy: ReactNode;
  onClear: () => void;
}

/** Matches in all states, grouped by state, with what was found marked. */
export function SearchResults(props: SearchResultsProps) {
  const { of, narrowing, sort, today, now, selection, sortBy, onClear } = props;
  const found = useQuery({ ...requestSearchOptions(of), refetchInterval: pollInterval });
  const groups = toGroups(
    (found.data?.rows ?? []).filter((row) => isWithin(row, narrowing, today)),
    sort,
  );
  const rows = groups.flatMap((group) => group.rows);
  const unread = useUnreadCounts(
    rows.map(({ id }) => id),
    found.dataUpdatedAt,
  );
  useRowKeys((id) => {
    const request = rows.find((row) => row.id === id);
    if (request) selection.toggle(request);
  });
  const words = searchWords(of.search);
  const marksOf = (request: FoundRequest) => {
    const hidden = hiddenMatch(request, words);
    return {
      title: <MarkedText text={request.title} words={words} className={styles["match"]} />,
      people: <MarkedText text={peopleText(request.people)} words={words} className={styles["match"]} />,
      hidden: hidden && (
        <>
          {hidden.label}:{" "}
          <UserText>
            <MarkedText text={hidden.text} words={words} className={styles["match"]} />
          </UserText>
        </>
      ),
    };
  };
  return (
    <>
      <div className={styles["bar"]}>
        <p role="status">
          {found.data && resultsText({ matches: rows.length, isComplete: found.data.isComplete })}
        </p>
        <Button
          size="small"
          onClick={() => {
            onClear();
            // This button is gone then.
            document.querySelector<HTMLElement>("input[type=search]")?.focus();
          }}
        >
          Clear search
        </Button>
        {rows.length > 0 && sortBy}
      </div>
      {found.isPending && <ListSkeleton />}
      {found.isError && rows.length === 0 && (
        <ErrorState
          error={errorSentences(found.error)}
          onRetry={() => void found.refetch()}
          busy={found.isFetching}
        />
      )}
      {found.data?.isComplete && rows.length === 0 && (
        <EmptyState
          icon={<Search />}
          title="No matching requests"
          text="Search looks at titles, messages, people and items, in all states. Try fewer words."
        />
      )}
      {rows.length > 0 && (
        <RequestTable rows={rows} selection={selection}>
          <div aria-busy={found.isPlaceholderData}>
            {groups.map((group) => (
              <section key={group.group}>
                <h2 className={styles["group"]}>
                  {filterNames[group.group]} <span>{group.rows.length}</span>
                </h2>
                <RequestRows
                  rows={group.rows}
                  workspaceId={of.workspaceId}
                  among={rows}
                  unread={unread}
                  today={today}
                  now={now}
                  selection={selection}
                  heading="h3"
                  marksOf={marksOf}
                />
              </section>
            ))}
          </div>
        </RequestTable>
      )}
    </>
  );
}
