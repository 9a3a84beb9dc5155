import { signInCode } from "@sheaf/contract/sign-in-code";
import { useEffect, useRef, useState } from "react";
import { toAppError, type AppError } from "../../lib/errors.ts";
import { identityOf, useSession } from "../../lib/session.ts";
import { rememberMethod } from "../../lib/sign-in-method.ts";
import { keepPendingSignIn, pendingSignIn, type PendingSignIn } from "./pending-sign-in.ts";
import { sendCode } from "./send-code.ts";
import { verifyCode } from "./verify-code.ts";

interface SignInOptions {
  next: string;
  onSignedIn: () => void;
}

/** The sign-in by mail as two steps: an address, then the code that was sent there. */
export function useSignIn({ next, onSignedIn }: SignInOptions) {
  const [pending, setPending] = useState<PendingSignIn | undefined>(() => pendingSignIn(next, Date.now()));
  const [busy, setBusy] = useState<"sending" | "verifying">();
  const [error, setError] = useState<AppError>();
  const verified = useRef(false);
  const signedIn = identityOf(useSession()) !== undefined;

  // The store hears of the session a moment after the call returns; going on earlier would meet a closed door.
  useEffect(() => {
    if (!signedIn || !verified.current) return;
    verified.current = false;
    onSignedIn();
  }, [signedIn, onSignedIn]);

  const wait = (email: string, seconds: number) => {
    const now = Date.now();
    const waiting = { email, next, sentAt: now, resendAt: now + seconds * 1000 };
    keepPendingSignIn(waiting);
    setPending(waiting);
  };

  const attempt = async (kind: "sending" | "verifying", work: () => Promise<void>): Promise<boolean> => {
    setBusy(kind);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (caught) {
      setError(toAppError(caught));
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  const send = (email: string) =>
    attempt("sending", async () => {
      try {
        await sendCode({ email, next });
        wait(email, signInCode.pause);
      } catch (caught) {
        const refused = toAppError(caught);
        // Asked twice within a minute, after a reload say: the first mail is good, so its code can be typed.
        if (refused.code !== "over_email_send_rate_limit" || refused.retryAfter === undefined) throw refused;
        wait(email, refused.retryAfter);
      }
    });

  const verify = (code: string) =>
    attempt("verifying", async () => {
      if (!pending) return;
      await verifyCode({ email: pending.email, code });
      keepPendingSignIn(undefined);
      rememberMethod("code");
      verified.current = true;
    });

  const startOver = () => {
    keepPendingSignIn(undefined);
    setPending(undefined);
    setError(undefined);
  };

  return { pending, busy, error, send, verify, startOver };
}
