import { pages } from "@sheaf/contract/pages";
import { Link } from "react-router-dom";
import { errorSentences, toAppError } from "../../lib/errors.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";

interface RequestProblemProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Why a request cannot be shown. Where there is none, trying again changes nothing: the way back is offered instead. */
export function RequestProblem({ error, busy, onRetry }: RequestProblemProps) {
  const isMissing = toAppError(error).code === "not_found";
  return (
    <ErrorState
      level={1}
      error={errorSentences(error)}
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
