import { errorSentences } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";

interface FailedQueryProps {
  query: { error: Error; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Replaces the page with the error and a button to try again. */
export function FailedQuery({ query }: FailedQueryProps) {
  return (
    <ErrorState
      level={1}
      error={errorSentences(query.error)}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  );
}
