import { describeError } from "@sheaf/contract/errors/describe-error";
import { useEffect, useRef, useState } from "react";
import { type AppError, errorSentences, toAppError } from "../../lib/errors.ts";
import { identityOf, useSession } from "../../lib/session.ts";
import { rememberMethod } from "../../lib/sign-in-method.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import type { MailedLink } from "./link-from-fragment.ts";
import styles from "./sign-in.module.css";
import { verifyLink } from "./verify-link.ts";

interface SignedInAsProps {
  link: MailedLink;
  onContinue: () => void;
  /** Ends the session that the link has made. */
  onNotMe: () => void;
  /** The link is of no use any more. */
  onFailed: (error: AppError) => void;
}

type Step =
  | { name: "waiting" }
  | { name: "verifying" }
  | { name: "interrupted"; error: AppError }
  | { name: "done"; email: string };

/**
 * The end of a link that was opened away from where it was asked for. Such a link can be planted: the page names
 * the account, and asks before it replaces another one.
 */
export function SignedInAs({ link, onContinue, onNotMe, onFailed }: SignedInAsProps) {
  const session = useSession();
  const [step, setStep] = useState<Step>({ name: "waiting" });
  const used = useRef(false);
  const other = identityOf(session)?.email;

  const verify = async () => {
    // The link is good for one use, and development runs effects twice.
    if (used.current) return;
    used.current = true;
    setStep({ name: "verifying" });
    try {
      const email = await verifyLink({ tokenHash: link.tokenHash, type: link.type });
      rememberMethod("link");
      setStep({ name: "done", email });
    } catch (caught) {
      const error = toAppError(caught);
      // A service that did not answer has not used the link up.
      used.current = describeError(error.code).group !== "retry";
      if (used.current) onFailed(error);
      else setStep({ name: "interrupted", error });
    }
  };

  useEffect(() => {
    if (session.status === "out") void verify();
    // eslint-disable-next-line react/exhaustive-deps -- `verify` guards itself; the status alone decides
  }, [session.status]);

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
    return <ErrorState level={1} error={errorSentences(step.error)} onRetry={() => void verify()} />;
  }
  if (step.name === "waiting" && other) {
    return (
      <>
        <h1>Switch accounts?</h1>
        <p className={styles["lead"]}>
          You are signed in as <b>{other}</b>. This link signs in the address it was sent to and signs you out
          here.
        </p>
        <Button variant="primary" block onClick={() => void verify()}>
          Use the link
        </Button>
        <Button variant="quiet" block className={styles["main"]} onClick={onContinue}>
          Stay as I am
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
