import { useEffect, useRef } from "react";
import { type AppError, errorSentences } from "../../../lib/errors.ts";
import { identityOf, useSession } from "../../../lib/auth/session.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { DelayedButton } from "./delayed-button.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import type { EmailedLink } from "./link-from-fragment.ts";
import styles from "../sign-in.module.css";
import { useLinkSignIn } from "./use-link-sign-in.ts";

interface SignedInAsProps {
  link: EmailedLink;
  onContinue: () => void;
  /** Signs out of the session that the link created. */
  onNotMe: () => void;
  /** The link is used up or invalid. */
  onFailed: (error: AppError) => void;
}

/**
 * For a link opened in another browser than it was requested in. Such a link can be planted by someone else: the page
 * names the account and asks before it replaces another session.
 */
export function SignedInAs({ link, onContinue, onNotMe, onFailed }: SignedInAsProps) {
  const session = useSession();
  const { step, start } = useLinkSignIn({ link, status: session.status, onFailed });
  const other = identityOf(session)?.email;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step.name === "done") heading.current?.focus();
  }, [step.name]);

  if (step.name === "done") {
    return (
      <>
        <h1 ref={heading} tabIndex={-1}>
          You’re signed in
        </h1>
        <p className={styles["lead"]}>
          You’re signed in as <b translate="no">{step.email}</b> on this device. Anything you add is sent from
          that account.
        </p>
        <DelayedButton variant="primary" block onClick={onContinue}>
          Continue
        </DelayedButton>
        <Button variant="quiet" block className={styles["main"]} onClick={onNotMe}>
          Not me, sign out
        </Button>
        <LiveRegion message={`You’re signed in as ${step.email}.`} />
      </>
    );
  }
  if (step.name === "interrupted") {
    return <ErrorState level={1} error={errorSentences(step.error)} onRetry={start} />;
  }
  if (step.name === "waiting" && other) {
    return (
      <>
        <h1>Switch accounts?</h1>
        <p className={styles["lead"]}>
          You’re signed in as <b>{other}</b>. If this link is for another address, you’ll be signed out here
          and signed in with that one.
        </p>
        <DelayedButton variant="primary" block onClick={start}>
          Use the link
        </DelayedButton>
        <Button variant="quiet" block className={styles["main"]} onClick={onContinue}>
          Keep current account
        </Button>
      </>
    );
  }
  if (step.name === "waiting" && session.status === "out") {
    return (
      <>
        <h1>Sign in to Sheaf</h1>
        <p className={styles["lead"]}>
          Press the button to finish signing in. The next page shows which account it is.
        </p>
        <DelayedButton variant="primary" block onClick={start}>
          Sign in
        </DelayedButton>
      </>
    );
  }
  return (
    <>
      <h1>Signing you in</h1>
      <p className={styles["lead"]}>
        {session.status === "unknown" && session.offline
          ? "We can’t reach the service. We’ll keep trying."
          : "Please wait…"}
      </p>
    </>
  );
}
