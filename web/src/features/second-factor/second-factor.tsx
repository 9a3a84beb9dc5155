import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { authUserOptions } from "../../data/auth-user/auth-user.query.ts";
import { useRefreshSession } from "../../data/factors/refresh-session.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import type { Identity } from "../../lib/session.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { FactorChallenge } from "./factor-challenge.tsx";
import styles from "./second-factor.module.css";

interface SecondFactorProps {
  who: Identity;
  /** The account has no second factor (any more), so there is nothing to show. */
  onNothingToShow: () => void;
  onSignOut: () => void;
}

/** Asks for a code of one of the account's authenticator apps. Whether it was right the session store tells. */
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
          You are signed in as <b>{who.email}</b>.
        </span>
        <button type="button" onClick={onSignOut}>
          Sign out
        </button>
      </p>
    </>
  );
}

function Challenge({ factors, onNothingToShow }: { factors: Factor[]; onNothingToShow: () => void }) {
  const [first, ...others] = factors;
  if (!first) return <NothingToShow onDone={onNothingToShow} />;
  return <FactorChallenge factors={[first, ...others]} />;
}

/** Removed on another device meanwhile: the session has to hear of it before the pages let anybody through. */
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

/** While it is not known yet who is there, or the service cannot be asked. */
export function SecondFactorWaiting({ offline }: { offline: boolean }) {
  if (!offline) return <ChallengeSkeleton />;
  return (
    <>
      <h1>We cannot reach the service</h1>
      <p className={styles["lead"]} role="status">
        You stay signed in, and we keep trying.
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
