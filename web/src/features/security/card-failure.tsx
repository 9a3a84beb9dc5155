import { pages } from "@sheaf/contract/pages";
import { useNavigate } from "react-router-dom";
import { useRefreshSession } from "../../data/factors/refresh-session.mutation.ts";
import { errorSentences, toAppError } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./security.module.css";

interface CardFailureProps {
  error: unknown;
  /** Where trying again is a matter of one press; a form is sent again by its own button. */
  onRetry?: () => void;
  busy?: boolean;
}

/** Why something on a card did not work. Where the service wants the second factor, the way to it and back. */
export function CardFailure({ error, onRetry, busy = false }: CardFailureProps) {
  const { what, next, code } = errorSentences(error);
  return (
    <Notice tone="returned" announce>
      <div className={styles["problem"]}>
        <span>
          {what} {next}
          {code && ` (${code})`}
        </span>
        {toAppError(error).code === "insufficient_aal" ? (
          <StepUp />
        ) : (
          onRetry && (
            <Button size="small" onClick={onRetry} busy={busy}>
              Try again
            </Button>
          )
        )}
      </div>
    </Notice>
  );
}

/** The session may believe that it has shown the factor; renewed, it knows better, and the page for it opens. */
function StepUp() {
  const navigate = useNavigate();
  const refresh = useRefreshSession();
  const goOn = () => void navigate(pages.secondFactor.href({ next: pages.security.href() }));
  return (
    <Button
      size="small"
      busy={refresh.isPending}
      onClick={() => refresh.mutate(undefined, { onSettled: goOn })}
    >
      Enter your code
    </Button>
  );
}
