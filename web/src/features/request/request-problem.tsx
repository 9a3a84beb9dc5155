import { pages } from "@sheaf/contract/pages";
import { type ErrorSentences, errorSentences, toAppError } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";

interface RequestProblemProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Not in the catalogue of errors, which a wrong address doesn't load. */
const missing: ErrorSentences = {
  what: "This request doesn’t exist, or you don’t have access to it.",
  next: "Check the address, or go back to your requests.",
};

/** Shown in place of a request that failed to load. A missing one offers the way back, because a retry would not help. */
export function RequestProblem({ error, busy, onRetry }: RequestProblemProps) {
  const isMissing = toAppError(error).code === "not_found";
  return (
    <ErrorState
      level={1}
      error={isMissing ? missing : errorSentences(error)}
      onRetry={isMissing ? undefined : onRetry}
      busy={busy}
      action={
        isMissing && (
          <Link className={buttonClass()} to={pages.requests.href()}>
            Go to your requests
          </Link>
        )
      }
    />
  );
}
