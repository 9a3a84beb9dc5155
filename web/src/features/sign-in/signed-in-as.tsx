import { type AppError, errorSentences } from "../../lib/errors.ts";
import { identityOf, useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import type { MailedLink } from "./link-from-fragment.ts";
import styles from "./sign-in.module.css";
import { useLinkSignIn } from "./use-link-sign-in.ts";

interface SignedInAsProps {
  link: MailedLink;
  onContinue: () => void;
  /** Ends the session that the link has made. */
  onNotMe: () => void;
  /** The link is of no use any more. */
  onFailed: (error: AppError) => void;
}

/**
 * The end of a link that was opened away from where it was asked for. Such a link can be planted: the page names
 * the account, and asks before it replaces another one.
 */
export function SignedInAs({ link, onContinue, onNotMe, onFailed }: SignedInAsProps) {
  const session = useSession();
  const { step, start } = useLinkSignIn({ link, status: session.status, onFailed });
  const other = identityOf(session)?.email;

  if (step.name === "done") {
    return (
      <>
        <h1>You are signed in</h1>
        <p className={styles["lead"]}>
          This is the account of <b>{step.email}</b>. What you add from here on is added in its name.
        </p>
        <Button variant="primary" block onClick={onContinue} autoFocus>
          Continue
        </Button>
        <Button variant="quiet" block className={styles["main"]} onClick={onNotMe}>
          Not me, sign out
        </Button>
        <LiveRegion message={`You are signed in as ${step.email}.`} />
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
          You are signed in as <b>{other}</b>. This link signs in the address it was sent to and signs you out
          here.
        </p>
        <Button variant="primary" block onClick={start}>
          Use the link
        </Button>
        <Button variant="quiet" block className={styles["main"]} onClick={onContinue}>
          Stay as I am
        </Button>
      </>
    );
  }
  if (step.name === "waiting" && session.status === "out") {
    return (
      <>
        <h1>Sign in to Sheaf</h1>
        <p className={styles["lead"]}>
          Press the button to finish signing in. The next page says whose account it is.
        </p>
        <Button variant="primary" block onClick={start}>
          Sign in
        </Button>
      </>
    );
  }
  return (
    <>
      <h1>Signing you in</h1>
      <p className={styles["lead"]}>
        {session.status === "unknown" && session.offline
          ? "We cannot reach the service. We keep trying."
          : "This takes a moment."}
      </p>
    </>
  );
}
