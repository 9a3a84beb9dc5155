import type { AuthEvent } from "@sheaf/contract/auth-events";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { onClientCreated } from "../../lib/client-hook.ts";
import { takeOwnAct } from "../../lib/own-act.ts";
import { getSession, type SessionState, setSession, userLeft } from "../../lib/session.ts";
import { rememberArrival } from "../../lib/sign-in-method.ts";
import { announce, forgetFailedRefresh } from "./announce.ts";
import { hasFlash, takeFlash } from "./flash-cookie.ts";
import { whoOf } from "./identity.ts";
import { keepReset, resetUnderWay } from "./reset-under-way.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { type SessionEffect, type SessionInput, transition } from "./session.models.ts";

interface SessionDeps {
  /** Repeats reads that failed. */
  retryFailed: () => void;
  /** Reads again everything on screen. */
  refetchAll: () => void;
  /** Has the sidecar write the cookies too, if that is due. `latest`: the session that the client told of last. */
  persist: (state: SessionState, latest: () => Session | null) => void;
  /** Milliseconds before the page says that the service cannot be reached. The client itself would take 25 s. */
  deadline?: number;
  /** Milliseconds between two questions to a service that did not answer. */
  retryEvery?: number;
}

/** Another tab needs no longer to write a session's parts. Milliseconds. */
const rereadAfter = 100;

/**
 * Starts the one session store of this page; cookies, the client's events, focus and the network drive it from here.
 *
 * @returns what stops it, for tests: a page keeps its store for good.
 */
export function startSession({
  retryFailed,
  refetchAll,
  persist,
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
      retryTimer ??= setInterval(askAnew, retryEvery);
    },
    ask,
    "forget-user": userLeft,
    "retry-failed": retryFailed,
    "refetch-all": refetchAll,
    "announce-recovery": () => announce("PASSWORD_RECOVERY", lastSession),
    "announce-update": () => announce("USER_UPDATED", lastSession),
    "remember-arrival": rememberArrival,
    persist: () => persist(getSession(), () => lastSession),
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
    keepReset(state);
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
      // Another tab may be rewriting the parts just now: enough for a session that is told, too little for none.
      cookie: session ? cookie.present : cookie.who !== null,
      flash: first && session ? takeFlash() : null,
      resetOf: first ? resetUnderWay() : null,
      here: takeOwnAct(event),
    });
  }

  function ask(): void {
    if (!client) return connect();
    void settle(client);
  }

  // The client that has forgotten its failure says so, and is asked then: asked sooner, it would repeat the failure.
  function askAnew(): void {
    if (client) forgetFailedRefresh();
    else connect();
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

  /** @param again what cannot be read is looked at a second time: another tab may be in the middle of writing it. */
  function look(again = true): void {
    if (signal.aborted) return;
    const { present, who } = readSessionCookie();
    if (present && !who && again) setTimeout(look, rereadAfter, false);
    else apply({ type: "looked", who });
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
  addEventListener("focus", () => look(), { signal });
  addEventListener("pageshow", () => look(), { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look(), {
    signal,
  });
  addEventListener("online", () => getSession().status !== "out" && askAnew(), { signal });
  signal.addEventListener("abort", () => clearInterval(retryTimer));
  apply({ type: "start", cookie: readSessionCookie().who !== null, flash: hasFlash() });
  return () => stopped.abort();
}
