import type { ProviderId } from "@sheaf/contract/providers";
import { signInCode } from "@sheaf/contract/sign-in-code";
import { useEffect, useMemo, useRef, useState } from "react";
import { getSession, identityOf, useSession } from "../../lib/session.ts";
import { forgetExpectedMethod, rememberMethod, type SignInMethod } from "../../lib/sign-in-method.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { loadMailedCode, loadOtherWays } from "./later-steps.ts";
import { keepPendingMail, pendingMail, type PendingMail } from "./pending-mail.ts";
import type { MailPurpose } from "./sign-in-calls.ts";
import { type SignInProblem, unreachable } from "./sign-in-problem.ts";
import { keepTypedAddress } from "./typed-address.ts";

interface SignInOptions {
  purpose: MailPurpose;
  next: string;
  onSignedIn: () => void;
}

type Work = "sending" | "verifying";

/** Asked for as soon as the form stands, and needed when it is first sent. */
const loadCalls = async () => (await import("./sign-in-calls.ts")).signInCalls;
type Calls = Awaited<ReturnType<typeof loadCalls>>;

/** The way in: an address, then the code that was sent there, or another proof instead of the code. */
export function useSignIn({ purpose, next, onSignedIn }: SignInOptions) {
  const hydrated = useHydrated();
  const before = useMemo(
    () => (hydrated ? pendingMail(purpose, next) : undefined),
    [hydrated, purpose, next],
  );
  /** What became of it on this page; nothing has while this is not there. */
  const [since, setSince] = useState<{ pending: PendingMail | undefined }>();
  const [busy, setBusy] = useState<Work>();
  const [problem, setProblem] = useState<SignInProblem>();
  const [proven, setProven] = useState(false);
  const told = useRef(false);
  const signedIn = identityOf(useSession()) !== undefined;

  useEffect(
    () => void Promise.all([loadCalls(), loadMailedCode(), loadOtherWays()]).catch(() => undefined),
    [],
  );

  // Whoever came in by the link, in another tab or on this page, needs no code here any more.
  useEffect(() => () => forgetOnceSignedIn(purpose), [purpose]);

  // The store hears of the session a moment after the call returns; going on earlier would meet a closed door.
  useEffect(() => {
    if (!signedIn || !proven || told.current) return;
    told.current = true;
    onSignedIn();
  }, [signedIn, proven, onSignedIn]);

  const attempt = async (
    work: Work,
    call: (calls: Calls) => Promise<SignInProblem | undefined>,
  ): Promise<boolean> => {
    setBusy(work);
    setProblem(undefined);
    const found = await loadCalls().then(call, () => unreachable);
    setProblem(found);
    setBusy(undefined);
    return found === undefined;
  };

  const prove = (method: SignInMethod, call: (calls: Calls) => Promise<SignInProblem | undefined>) =>
    attempt("verifying", async (calls) => {
      const found = await call(calls);
      if (found) return found;
      keepPendingMail(purpose, undefined);
      keepTypedAddress();
      if (purpose === "sign-in") rememberMethod(method);
      setProven(true);
      return undefined;
    });

  const wayIn = (found: SignInProblem | undefined) => found && { ...found, way: true };

  /**
   * The person was busy with something else meanwhile: besides a success, only a passkey that they took and the service
   * refused is of interest. Says whether that was so.
   */
  const offerPasskeys = async (signal: AbortSignal) => {
    const found = await (await loadCalls()).passkey({ signal, quietly: true });
    if (!found) await prove("passkey", () => Promise.resolve(undefined));
    const refused = found?.code.startsWith("webauthn_") === true;
    if (refused) setProblem(wayIn(found));
    return refused;
  };

  const wait = (email: string, seconds: number) => {
    const now = Date.now();
    const pending = { email, next, sentAt: now, resendAt: now + seconds * 1000 };
    keepPendingMail(purpose, pending);
    setSince({ pending });
  };

  const send = (typed: string) =>
    attempt("sending", async (calls) => {
      const address = calls.readAddress(typed);
      if ("code" in address) return address;
      const { email } = address;
      forgetExpectedMethod();
      const found = await calls.send(purpose, { email, next });
      // Asked twice within a minute, after a reload say: the first mail is good, so its code can be typed.
      const mailedBefore = found?.code === "over_email_send_rate_limit" && found.retryAfter !== undefined;
      if (found && !mailedBefore) return found;
      wait(email, found?.retryAfter ?? signInCode.pause);
      return undefined;
    });

  const startOver = () => {
    keepPendingMail(purpose, undefined);
    keepTypedAddress();
    setSince({ pending: undefined });
    setProblem(undefined);
  };

  return {
    pending: since ? since.pending : before,
    busy,
    problem,
    send,
    verify: (email: string, code: string) => prove("code", (calls) => calls.verify(purpose, { email, code })),
    enterPassword: (typed: string, password: string) =>
      prove("password", async (calls) => {
        const address = calls.readAddress(typed);
        return "code" in address ? address : calls.password({ email: address.email, password });
      }),
    enterByPasskey: () =>
      prove("passkey", async (calls) =>
        wayIn(await calls.passkey({ signal: new AbortController().signal, quietly: false })),
      ),
    offerPasskeys,
    leaveFor: (provider: ProviderId) =>
      attempt("sending", async (calls) => wayIn(await calls.leave({ provider, next }))),
    startOver,
    forgetProblem: () => setProblem(undefined),
  };
}

function forgetOnceSignedIn(purpose: MailPurpose): void {
  if (identityOf(getSession())) keepPendingMail(purpose, undefined);
}
