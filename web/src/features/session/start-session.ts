import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { onClientCreated } from "../../lib/client-hook.ts";
import { ownCookieNames } from "../../lib/cookies.ts";
import { getSession, setSession, userLeft } from "../../lib/session.ts";
import { rememberMethod } from "../../lib/sign-in-method.ts";
import { takeFlash } from "./flash-cookie.ts";
import { whoOf } from "./identity.ts";
import { isOwnAct } from "../../lib/own-act.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { type SessionEffect, type SessionInput, transition } from "./session.models.ts";

interface SessionDeps {
  /** Repeats reads that failed. */
  retryFailed: () => void;
  /** Reads again everything on screen. */
  refetchAll: () => void;
  /** Milliseconds before the page says that the service cannot be reached. The client itself would take 25 s. */
  deadline?: number;
  /** Milliseconds between two questions to a service that did not answer. */
  retryEvery?: number;
}

/** Starts the one session store of this page: cookies, the client's events, focus and the network drive it from
 * here. Stopping is for tests: a page keeps its store for good. */
export function startSession({
  retryFailed,
  refetchAll,
  deadline = 4000,
  retryEvery = 5000,
}: SessionDeps): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
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
      retryTimer ??= setInterval(ask, retryEvery);
    },
    "forget-user": userLeft,
    "retry-failed": retryFailed,
    "refetch-all": refetchAll,
    "announce-recovery": () => announceRecovery(lastSession),
    "remember-link": () => rememberMethod("link"),
  };

  function apply(input: SessionInput): void {
    const { state, effects } = transition(getSession(), input);
    if (state.status !== "unknown") {
      clearInterval(retryTimer);
      retryTimer = undefined;
    }
    // Former caches go before anybody sees the new person.
    if (effects.includes("forget-user")) run["forget-user"]();
    setSession(state);
    for (const effect of effects) if (effect !== "forget-user") run[effect]();
  }

  function hear(event: AuthEvent, session: Session | null): void {
    lastSession = session;
    apply({
      type: "event",
      event,
      who: whoOf(session),
      cookie: readSessionCookie().present,
      flash: event === "INITIAL_SESSION" ? takeFlash() : null,
      here: isOwnAct(event),
    });
  }

  function ask(): void {
    if (!client) return connect();
    void settle(client);
  }

  // The client is a large download; without the network it fails, and is asked for again.
  function connect(): void {
    import("../../lib/platform.ts").then(
      ({ platformClient }) => platformClient(),
      () => run["keep-trying"](),
    );
  }

  async function settle({ auth }: Pick<SupabaseClient, "auth">): Promise<void> {
    const { data } = await auth.getSession();
    // A session that comes back without an event of its own settles the store like the first one.
    if (data.session) hear("INITIAL_SESSION", data.session);
  }

  function look(): void {
    const { present, who } = readSessionCookie();
    if (!present) apply({ type: "looked", who: null });
    else if (who) apply({ type: "looked", who });
  }

  onClientCreated((created) => {
    if (signal.aborted) return;
    client = created;
    // The client waits for its listeners and rejects a sign-in when one throws: hear later, and on one's own.
    const { data } = created.auth.onAuthStateChange((event, session) => {
      // What happened to the session, and when, among the marks of the browser's own tools.
      performance.mark(`sheaf:auth:${event}`);
      queueMicrotask(() => signal.aborted || hear(event, session));
    });
    signal.addEventListener("abort", () => data.subscription.unsubscribe());
  });
  addEventListener("focus", look, { signal });
  addEventListener("pageshow", look, { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look(), {
    signal,
  });
  addEventListener("online", () => getSession().status === "unknown" && ask(), { signal });
  signal.addEventListener("abort", () => clearInterval(retryTimer));
  apply({ type: "start", cookie: readSessionCookie().present });
  return () => stopped.abort();
}

/**
 * The exchange happened in the sidecar, so this page's client never says PASSWORD_RECOVERY. Its own channel between
 * tabs takes `{ event, session }` and hands it to every listener, here and there; that shape is not documented.
 */
function announceRecovery(session: Session | null): void {
  const channel = new BroadcastChannel(ownCookieNames().session);
  channel.postMessage({ event: "PASSWORD_RECOVERY", session });
  channel.close();
}
