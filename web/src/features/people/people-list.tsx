import { useInfiniteQuery } from "@tanstack/react-query";
import { FilterX, Users } from "lucide-react";
import type { PeopleFilter } from "../../data/people/person.models.ts";
import { peopleOptions } from "../../data/people/people.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { pollInterval } from "../../lib/poll-interval.ts";
import { ShowMore } from "../../steps/lists/show-more.tsx";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { PeopleRows } from "./people-rows.tsx";
import { PeopleSkeleton } from "./people-skeleton.tsx";
import { tabNames } from "./view.models.ts";

const emptyTexts: Readonly<Record<PeopleFilter, { title: string; text: string }>> = {
  waiting: {
    title: "Nothing is left to do",
    text: "People appear here while any of their required items is missing or returned.",
  },
  everyone: {
    title: "Nobody yet",
    text: "Everyone you add or send a request to appears here, with their open requests.",
  },
  unreached: {
    title: "Everyone can be emailed",
    text: "People appear here when their address refuses email, or when they don’t want any.",
  },
};

interface PeopleListProps {
  of: { workspaceId: string; filter: PeopleFilter; tag: string | undefined };
  /** The workspace has sent a request to at least one person. */
  hasAny: boolean;
  now: Date;
  /** Address of the page for a new request. */
  newRequest: string;
  /** Lists people with any tags again; undefined if they are listed. */
  onWiden: (() => void) | undefined;
}

export function PeopleList({ of, hasAny, now, newRequest, onWiden }: PeopleListProps) {
  const list = useInfiniteQuery({
    ...peopleOptions(of),
    // All loaded pages are read again, so with each further one the list asks less often.
    refetchInterval: ({ state }) => pollInterval * (state.data?.pages.length ?? 1),
  });
  const rows = list.data?.pages.flat() ?? [];
  if (list.isPending) return <PeopleSkeleton />;
  if (list.isError && rows.length === 0) {
    return (
      <ErrorState
        error={errorSentences(list.error)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
      />
    );
  }
  if (rows.length === 0 && onWiden) {
    return (
      <EmptyState
        icon={<FilterX />}
        title="Nobody here has this tag"
        text={`There is no one with it in “${tabNames[of.filter]}”.`}
        action={<Button onClick={onWiden}>Clear filter</Button>}
      />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Users />}
        {...emptyTexts[hasAny ? of.filter : "everyone"]}
        action={
          !hasAny && (
            <Link className={buttonClass({ variant: "primary" })} to={newRequest}>
              New request
            </Link>
          )
        }
      />
    );
  }
  return (
    <>
      <PeopleRows rows={rows} workspaceId={of.workspaceId} now={now} newRequest={newRequest} />
      {list.hasNextPage && (
        <ShowMore
          isLoading={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? errorSentences(list.error) : null}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
