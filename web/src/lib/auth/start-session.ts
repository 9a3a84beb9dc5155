import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { noteArrival } from "./arrival.ts";
import { onClientCreated } from "./client-hook.ts";
import { takeOwnAction } from "./own-action.ts";
import { getSession, identityOf, type SessionState, setSession, userLeft } from "./session.ts";
import { rememberArrival } from "./sign-in-method.ts";
import { broadcastEvent, forgetFailedRefresh, hearTabs } from "./broadcast-event.ts";
import { hasFlash, takeFlash } from "./flash-cookie.ts";
import { whoOf } from "./identity.ts";
import { savePendingReset, pendingReset } from "./pending-reset.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { type SessionEffect, type SessionInput, transition } from "./session.models.ts";

interface SessionDeps {
  /** Refetches failed queries. */
  retryFailed: () => void;
  /** Refetches every active query. */
  refetchAll: () => void;
  /** Has the sidecar rewrite the cookies if due. `latest` returns the session of the client's last event. */
  persist: (state: SessionState, latest: () => Session | null) => void;
  /** Milliseconds until the page reports an unreachable service. The client itself would take 25 s. */
  deadline?: number;
  /** Resolves once the page has its first content. Only then does a session that needs no renewal load its client. */
  untilShown?: () => Promise<unknown>;
  /** Milliseconds between retries while the service does not respond. */
  retryEvery?: number;
}

/** Delay before re-reading a chunked cookie that another tab may be writing. Milliseconds. */
const rereadAfter = 100;

/**
 * Starts the page's only session store, driven by cookies, client events, focus and the network.
 *
 * @returns a function that stops it, for tests.
 */
export function startSession({
  retryFailed,
  refetchAll,
  persist,
  untilShown = () => Promise.resolve(),
  deadline = 4000,
  retryEvery = 5000,
}: SessionDeps): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const withClient = new AbortController();
  let client: Pick<SupabaseClient, "auth"> | undefined;
  let lastSession: Session | null = null;
  let retryTimer: ReturnType<typeof setInterval> | undefined;

  const run: Record<SessionEffect, () => void> = {
    connect: () => {
      const timer = setTimeout(() => apply({ type: "slow" }), deadline);
      signal.addEventListener("abort", () => clearTimeout(timer));
      if (client) ask();
      else connect();
    },
    "keep-trying": () => {
      retryTimer ??= setInterval(askAnew, retryEvery);
    },
    ask,
    "forget-user": userLeft,
    "retry-failed": retryFailed,
    "refetch-all": refetchAll,
    "announce-recovery": () => broadcastEvent("PASSWORD_RECOVERY", lastSession),
    "announce-update": () => broadcastEvent("USER_UPDATED", lastSession),
    "remember-arrival": () => {
      rememberArrival();
      noteArrival(identityOf(getSession())?.sessionId);
    },
    persist: () => persist(getSession(), () => lastSession),
  };

  function apply(input: SessionInput): void {
    const { state, effects } = transition(getSession(), input);
    if (state.status !== "unknown") {
      clearInterval(retryTimer);
      retryTimer = undefined;
    }
    // Run before rendering, so that the new user never sees the previous user's data.
    if (effects.includes("forget-user")) run["forget-user"]();
    setSession(state);
    savePendingReset(state);
    for (const effect of effects) if (effect !== "forget-user") run[effect]();
  }

  function hear(event: AuthEvent, session: Session | null): void {
    lastSession = session;
    const cookie = readSessionCookie();
    const first = event === "INITIAL_SESSION" || getSession().status === "unknown";
    apply({
      type: "event",
      event,
      who: whoOf(session),
      // Another tab may be rewriting the chunks: a mere cookie confirms an announced session, but never a missing one.
      cookie: session ? cookie.present : cookie.who !== null,
      flash: first && session ? takeFlash() : null,
      resetOf: first ? pendingReset() : null,
      // Signing out may have created the client, whose first event then reports the end.
      here: takeOwnAction(event === "INITIAL_SESSION" && !session ? "SIGNED_OUT" : event),
    });
  }

  function ask(): void {
    if (!client) return connect();
    void settle(client);
  }

  // The client emits an event once its cached failure is cleared; asking before that would repeat the failure.
  function askAnew(): void {
    if (client) forgetFailedRefresh();
    else connect();
  }

  // Loading the client can fail offline, so it is retried.
  function connect(): void {
    import("../platform.ts").then(
      ({ platformClient }) => platformClient(),
      () => run["keep-trying"](),
    );
  }

  async function settle({ auth }: Pick<SupabaseClient, "auth">): Promise<void> {
    const { data } = await auth.getSession();
    // A recovered session fires no event, so it is handled like the initial one.
    if (data.session) hear("INITIAL_SESSION", data.session);
  }

  /** @param again re-reads an unreadable cookie once, because another tab may be writing it. */
  function look(again = true): void {
    if (signal.aborted) return;
    const { present, who } = readSessionCookie();
    if (present && !who && again) setTimeout(look, rereadAfter, false);
    else apply({ type: "looked", who });
  }

  const announce = (event: AuthEvent, session: Session | null) => {
    // Shows auth events in the browser's performance tools.
    performance.mark(`sheaf:auth:${event}`);
    hear(event, session);
  };
  onClientCreated((created) => {
    if (signal.aborted) return;
    withClient.abort();
    client = created;
    // The client awaits its listeners and rejects a sign-in if one throws, so handle events outside its call.
    const { data } = created.auth.onAuthStateChange((event, session) => {
      queueMicrotask(() => signal.aborted || announce(event, session));
    });
    signal.addEventListener("abort", () => data.subscription.unsubscribe());
  });
  addEventListener("focus", () => look(), { signal });
  addEventListener("pageshow", () => look(), { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look(), {
    signal,
  });
  addEventListener("online", () => getSession().status !== "out" && askAnew(), { signal });
  signal.addEventListener("abort", () => clearInterval(retryTimer));
  const { who, isFresh } = readSessionCookie();
  if (who && isFresh && !hasFlash() && pendingReset() === null) {
    // The client would confirm this session without asking the service, either.
    apply({
      type: "event",
      event: "INITIAL_SESSION",
      who,
      cookie: true,
      flash: null,
      resetOf: null,
      here: undefined,
    });
    hearTabs(announce, AbortSignal.any([signal, withClient.signal]));
    void untilShown().then(() => signal.aborted || client || connect());
  } else {
    apply({ type: "start", cookie: who !== null, flash: hasFlash() });
  }
  return () => stopped.abort();
}
