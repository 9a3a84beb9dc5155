import { signInCode } from "@sheaf/contract/sign-in-code";
import { useEffect, useRef, useState } from "react";
import { getSession, identityOf, useSession } from "../../lib/session.ts";
import { rememberMethod } from "../../lib/sign-in-method.ts";
import { keepPendingSignIn, pendingSignIn, type PendingSignIn } from "./pending-sign-in.ts";
import { type SignInProblem, unreachable } from "./sign-in-problem.ts";

interface SignInOptions {
  next: string;
  onSignedIn: () => void;
}

type Work = "sending" | "verifying";

/** Asked for as soon as the form stands, and needed when it is first sent. */
const loadCalls = async () => (await import("./sign-in-calls.ts")).signInCalls;

/** The sign-in by mail as two steps: an address, then the code that was sent there. */
export function useSignIn({ next, onSignedIn }: SignInOptions) {
  const [pending, setPending] = useState<PendingSignIn | undefined>(() => pendingSignIn(next, Date.now()));
  const [busy, setBusy] = useState<Work>();
  const [problem, setProblem] = useState<SignInProblem>();
  const verified = useRef(false);
  const signedIn = identityOf(useSession()) !== undefined;

  useEffect(() => void loadCalls().catch(() => undefined), []);

  // Whoever came in by the link, in another tab or on this page, needs no code here any more.
  useEffect(() => forgetOnceSignedIn, []);

  // The store hears of the session a moment after the call returns; going on earlier would meet a closed door.
  useEffect(() => {
    if (!signedIn || !verified.current) return;
    verified.current = false;
    onSignedIn();
  }, [signedIn, onSignedIn]);

  const attempt = async (
    work: Work,
    call: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<SignInProblem | undefined>,
  ): Promise<boolean> => {
    setBusy(work);
    setProblem(undefined);
    const found = await loadCalls().then(call, () => unreachable);
    setProblem(found);
    setBusy(undefined);
    return found === undefined;
  };

  const wait = (email: string, seconds: number) => {
    const now = Date.now();
    const waiting = { email, next, sentAt: now, resendAt: now + seconds * 1000 };
    keepPendingSignIn(waiting);
    setPending(waiting);
  };

  const send = (email: string) =>
    attempt("sending", async (calls) => {
      const found = await calls.send({ email, next });
      // Asked twice within a minute, after a reload say: the first mail is good, so its code can be typed.
      const mailedBefore = found?.code === "over_email_send_rate_limit" && found.retryAfter !== undefined;
      if (found && !mailedBefore) return found;
      wait(email, found?.retryAfter ?? signInCode.pause);
      return undefined;
    });

  const verify = (email: string, code: string) =>
    attempt("verifying", async (calls) => {
      const found = await calls.verify({ email, code });
      if (found) return found;
      keepPendingSignIn(undefined);
      rememberMethod("code");
      verified.current = true;
      return undefined;
    });

  const startOver = () => {
    keepPendingSignIn(undefined);
    setPending(undefined);
    setProblem(undefined);
  };

  return { pending, busy, problem, send, verify, startOver };
}

function forgetOnceSignedIn(): void {
  if (identityOf(getSession())) keepPendingSignIn(undefined);
}
