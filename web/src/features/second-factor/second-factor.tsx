import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { authUserOptions } from "../../data/auth-user/auth-user.query.ts";
import { useRefreshSession } from "../../data/factors/refresh-session.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import type { Identity } from "../../lib/auth/session.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { BackupCode } from "./backup-code.tsx";
import { FactorChallenge } from "./factor-challenge.tsx";
import styles from "./second-factor.module.css";

interface SecondFactorProps {
  who: Identity;
  /** The account has no second factor any more. */
  onNothingToShow: () => void;
  onSignOut: () => void;
}

/** Asks for a code of one of the account's authenticator apps. The session store tells when it was right. */
export function SecondFactor({ who, onNothingToShow, onSignOut }: SecondFactorProps) {
  const account = useQuery(authUserOptions({ userId: who.userId }));
  return (
    <>
      {account.isError && !account.data ? (
        <ErrorState
          level={1}
          error={errorSentences(account.error)}
          onRetry={() => void account.refetch()}
          busy={account.isFetching}
        />
      ) : account.data ? (
        <Challenge factors={account.data.factors} onNothingToShow={onNothingToShow} />
      ) : (
        <ChallengeSkeleton />
      )}
      <p className={styles["who"]}>
        <span>
          You’re signed in as <b translate="no">{who.email}</b>.
        </span>
        <button type="button" className={styles["link"]} onClick={onSignOut}>
          Sign out
        </button>
      </p>
    </>
  );
}

function Challenge({ factors, onNothingToShow }: { factors: Factor[]; onNothingToShow: () => void }) {
  const [byBackupCode, setByBackupCode] = useState(false);
  const [first, ...others] = factors;
  // Checked before the factors: a correct code removes them, and the session store then continues.
  if (byBackupCode) return <BackupCode onBack={() => setByBackupCode(false)} />;
  if (!first) return <NothingToShow onDone={onNothingToShow} />;
  return <FactorChallenge factors={[first, ...others]} onBackupCode={() => setByBackupCode(true)} />;
}

/** The factor was removed on another device: the guards block access until the session is refreshed. */
function NothingToShow({ onDone }: { onDone: () => void }) {
  const { mutate, error, isPending } = useRefreshSession();
  useEffect(() => mutate(undefined, { onSuccess: onDone }), [mutate, onDone]);
  if (!error) return <ChallengeSkeleton />;
  return (
    <ErrorState
      level={1}
      error={errorSentences(error)}
      onRetry={() => mutate(undefined, { onSuccess: onDone })}
      busy={isPending}
    />
  );
}

/** While the session is loading or the service cannot be reached. */
export function SecondFactorWaiting({ offline }: { offline: boolean }) {
  if (!offline) return <ChallengeSkeleton />;
  return (
    <>
      <h1>We can’t reach the service</h1>
      <p className={styles["lead"]} role="status">
        You’re still signed in. We’ll keep trying.
      </p>
    </>
  );
}

function ChallengeSkeleton() {
  return (
    <div aria-busy="true">
      <h1>Enter your code</h1>
      <VisuallyHidden>Loading</VisuallyHidden>
      <div className={styles["skeleton"]}>
        <Skeleton height="22px" width="86%" />
        <Skeleton height="48px" radius="10px" />
        <Skeleton height="42px" radius="8px" />
      </div>
    </div>
  );
}
