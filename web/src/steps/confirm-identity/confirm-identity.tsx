import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { authUserOptions } from "../../data/auth-user/auth-user.query.ts";
import { recordProof } from "../../data/proof/record-proof.ts";
import { identityOf, mustEnroll, useSession } from "../../lib/auth/session.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { ByBackupCode } from "./by-backup-code.tsx";
import { ByFactor } from "./by-factor.tsx";
import { BySignIn } from "./by-sign-in.tsx";
import styles from "./confirm-identity.module.css";
import { reasonFor } from "./reason.models.ts";
import type { IdentityQuestion } from "./use-proven.ts";

export const title = "Confirm it’s you";

/** Asks for a code from the app if there is one, otherwise for an emailed code, password or passkey. */
export function ConfirmIdentity({ question }: { question: IdentityQuestion }) {
  const { act, onCancel, onProven } = question;
  const session = useSession();
  const reason = useId();
  const identity = identityOf(session);
  const userId = identity?.userId ?? "";
  // The answer may change the session, and its form has to stay until then.
  const [enrolls] = useState(() => mustEnroll(session));
  const account = useQuery({ ...authUserOptions({ userId }), enabled: userId !== "" && !enrolls });
  useNewSession({ question, sessionId: identity?.sessionId });

  const hasApp = account.data !== undefined && account.data.factors.length > 0;
  const step = { act, userId, onCancel, onProven };
  return (
    <div role="group" aria-label={title} aria-describedby={reason} className={styles["step"]}>
      <p id={reason}>
        {enrolls
          ? "You entered your backup code a while ago. Enter another one to set up your new app."
          : reasonFor(act, { hasApp })}
      </p>
      {enrolls ? (
        <ByBackupCode {...step} />
      ) : account.data ? (
        hasApp ? (
          <ByFactor {...step} factors={account.data.factors} />
        ) : (
          <BySignIn {...step} email={account.data.email} />
        )
      ) : account.isError ? (
        <WithCancel onCancel={onCancel}>
          <ErrorState
            level={3}
            error={errorSentences(account.error)}
            onRetry={() => void account.refetch()}
            busy={account.isFetching}
          />
        </WithCancel>
      ) : (
        <WithCancel onCancel={onCancel}>
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton height="48px" radius="10px" />
        </WithCancel>
      )}
    </div>
  );
}

/** Opening the emailed link signs this browser in anew, which proves it as well. */
function useNewSession({
  question: { act, onProven },
  sessionId,
}: {
  question: IdentityQuestion;
  sessionId: string | undefined;
}) {
  const [former] = useState(sessionId);
  useEffect(() => {
    if (sessionId === undefined || sessionId === former) return;
    recordProof({ act }).then(onProven, () => undefined);
  }, [act, former, onProven, sessionId]);
}

function WithCancel({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <>
      {children}
      <div className={styles["actions"]}>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
