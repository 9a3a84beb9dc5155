import type { ProviderId } from "@sheaf/contract/providers";
import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { getSession, identityOf, useSession } from "../../lib/auth/session.ts";
import { forgetExpectedMethod, rememberMethod, type SignInMethod } from "../../lib/auth/sign-in-method.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { pendingCode, savePendingCode } from "./code/pending-code.ts";
import { loadEmailedCode, loadOtherWays } from "./entry/lazy-steps.tsx";
import { saveTypedAddress } from "./entry/typed-address.ts";
import { loadCodeCalls } from "./load-code-calls.ts";
import type { CodePurpose } from "./sign-in-calls.ts";
import { type SignInProblem, unreachable } from "./sign-in-problem.ts";
import {
  initialSignIn,
  isRefusedPasskey,
  type SignInInput,
  type SignInState,
  transition,
} from "./sign-in.models.ts";

interface SignInOptions {
  purpose: CodePurpose;
  next: string;
  onSignedIn: () => void;
}

const loadCalls = async () => (await import("./sign-in-calls.ts")).signInCalls;
type Calls = Awaited<ReturnType<typeof loadCalls>>;
type CodeCalls = Awaited<ReturnType<typeof loadCodeCalls>>;

/** The code for the steps after the first. Loads later, because it would take the line from what the first one needs. */
async function loadNext(): Promise<void> {
  await loadCodeCalls();
  await Promise.all([loadCalls(), loadEmailedCode(), loadOtherWays()]);
}

/** Runs a sign-in: an address and the code sent there, or another proof. The rules are in `sign-in.models.ts`. */
export function useSignIn({ purpose, next, onSignedIn }: SignInOptions) {
  const hydrated = useHydrated();
  const [state, apply] = useSignInState({ purpose, onSignedIn });
  const signedIn = identityOf(useSession()) !== undefined;
  // During render, so that a user who reloads the page does not see the address step first.
  const shown =
    hydrated && !state.restored
      ? transition(state, { type: "restore", pending: pendingCode(purpose, next) }).state
      : state;

  useEffect(() => {
    if (hydrated) apply({ type: "restore", pending: pendingCode(purpose, next) });
  }, [apply, hydrated, purpose, next]);
  useEffect(() => void apply({ type: "session", signedIn }), [apply, signedIn]);
  useEffect(() => {
    // A failed dynamic import stays failed until the page reloads; the typed address is restored.
    const shown = new AbortController();
    loadNext().catch(() => addEventListener("online", () => location.reload(), { signal: shown.signal }));
    return () => shown.abort();
  }, []);
  // A session from another tab replaces this form before it hears of the session itself.
  useEffect(
    () => () => {
      if (identityOf(getSession())) savePendingCode(purpose, undefined);
    },
    [purpose],
  );

  const ask = (call: (calls: Calls) => Promise<SignInProblem | undefined>) =>
    loadCalls().then(call, () => unreachable);

  /** Passes the address on in its stored form, or resolves to the problem with it. */
  const withAddress = async (
    typed: string,
    call: (email: string, calls: CodeCalls) => Promise<SignInProblem | undefined>,
  ): Promise<SignInProblem | undefined> => {
    const calls = await loadCodeCalls().catch(() => undefined);
    if (!calls) return unreachable;
    const address = calls.readAddress(typed);
    return "code" in address ? address : call(address.email, calls);
  };

  const send = async (typed: string) => {
    apply({ type: "send" });
    // The browser may have filled the field in without an event.
    saveTypedAddress(typed);
    let email = "";
    const problem = await withAddress(typed, (address, calls) => {
      email = address;
      forgetExpectedMethod();
      return purpose === "sign-in"
        ? calls.send({ email, next })
        : ask(({ sendRecovery }) => sendRecovery({ email, next }));
    });
    if (!problem) {
      void loadCalls().then(
        (calls) => calls.hearOtherTabs(),
        () => undefined,
      );
      // The form stays until the next step has loaded: an empty card in between would move what is below it.
      await loadEmailedCode().catch(() => undefined);
    }
    let isSent = false;
    // Outside of a transition React shows a fallback first, although the step has loaded.
    startTransition(() => {
      isSent = apply({ type: "send-answered", email, next, now: Date.now(), problem });
    });
    return isSent;
  };

  const verify = async (method: SignInMethod, call: (calls: Calls) => Promise<SignInProblem | undefined>) => {
    apply({ type: "verify" });
    const problem = await ask(call);
    return apply({ type: method === "passkey" ? "passkey-answered" : "verify-answered", problem }, method);
  };

  return {
    pending: shown.pending,
    busy: shown.busy,
    problem: shown.problem,
    startedOver: shown.startedOver,
    /** Each resolves to true when it went well. */
    send,
    verifyCode: (email: string, code: string) =>
      verify("code", (calls) => calls.verify(purpose, { email, code })),
    signInWithPassword: (typed: string, password: string) =>
      verify("password", (calls) => withAddress(typed, (email) => calls.password({ email, password }))),
    signInWithPasskey: () =>
      verify("passkey", (calls) =>
        calls.passkey({ signal: new AbortController().signal, conditional: false }),
      ),
    /** Resolves to true after a passkey was taken and refused, when another one may be suggested. */
    suggestPasskeys: async (signal: AbortSignal) => {
      const problem = await (await loadCalls()).passkey({ signal, conditional: true });
      apply({ type: "suggestion-answered", problem }, "passkey");
      return isRefusedPasskey(problem);
    },
    leaveFor: async (provider: ProviderId) => {
      apply({ type: "leave" });
      const problem = await ask((calls) => calls.leave({ provider, next }));
      return apply({ type: "provider-answered", problem });
    },
    startOver: () => apply({ type: "start-over" }),
    dismissProblem: () => apply({ type: "dismiss-problem" }),
  };
}

/** The state and what carries out its effects. `apply` tells whether there is no problem afterwards. */
function useSignInState({ purpose, onSignedIn }: Pick<SignInOptions, "purpose" | "onSignedIn">) {
  const latest = useRef(initialSignIn);
  const [state, setState] = useState<SignInState>(initialSignIn);
  const onContinue = useEffectEvent(onSignedIn);
  const [continues, setContinues] = useState(false);
  useEffect(() => {
    if (continues) onContinue();
  }, [continues]);

  const apply = useCallback(
    (input: SignInInput, method?: SignInMethod): boolean => {
      const { state: next, effects } = transition(latest.current, input);
      latest.current = next;
      setState(next);
      const run = {
        "save-pending": () => savePendingCode(purpose, next.pending),
        "clear-pending": () => savePendingCode(purpose, undefined),
        "clear-address": () => saveTypedAddress(),
        "remember-method": () => purpose === "sign-in" && method && rememberMethod(method),
        continue: () => setContinues(true),
      };
      for (const effect of effects) run[effect]();
      return next.problem === undefined;
    },
    [purpose],
  );
  return [state, apply] as const;
}
