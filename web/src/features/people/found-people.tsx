import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { peopleSearchOptions } from "../../data/people/people-search.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import styles from "./people.module.css";
import { PeopleRows } from "./people-rows.tsx";
import { PeopleSkeleton } from "./people-skeleton.tsx";
import { foundText } from "./person-text.models.ts";

interface FoundPeopleProps {
  of: { workspaceId: string; search: string };
  /** Name of a tag that the shown people have. */
  tag: string | undefined;
  now: Date;
  newRequest: string;
  onClear: () => void;
}

/** People in any list who match a search. */
export function FoundPeople({ of, tag, now, newRequest, onClear }: FoundPeopleProps) {
  const found = useQuery(peopleSearchOptions(of));
  const rows = (found.data?.rows ?? []).filter(({ tags }) => tag === undefined || tags.includes(tag));
  return (
    <>
      <div className={styles["found"]}>
        <p role="status">
          {found.data && foundText({ matches: rows.length, isComplete: found.data.isComplete })}
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
      </div>
      {found.isPending && <PeopleSkeleton />}
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
          title="Nobody matches"
          text="Search looks at names, clients and email addresses. Try fewer letters."
        />
      )}
      {rows.length > 0 && (
        <div aria-busy={found.isPlaceholderData}>
          <PeopleRows rows={rows} workspaceId={of.workspaceId} now={now} newRequest={newRequest} />
        </div>
      )}
    </>
  );
}
