import { pages } from "@sheaf/contract/pages";
import { useRefreshSession } from "../../data/factors/refresh-session.mutation.ts";
import { errorSentences, toAppError } from "../../lib/errors.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./security.module.css";

interface CardFailureProps {
  error: unknown;
  /** For a failed read; a form has its own button. */
  onRetry?: () => void;
  busy?: boolean;
}

/** If the service asks for the second factor, this leads there and back. */
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

/** The session may claim a factor that was removed; the refresh corrects that, so the page does not redirect back. */
function StepUp() {
  const navigate = useNavigate();
  const refresh = useRefreshSession();
  const goOn = () => navigate(pages.secondFactor.href({ next: pages.security.href() }));
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
