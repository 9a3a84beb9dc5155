import { sidecarPaths } from "@sheaf/contract/sidecar";
import type { Session } from "@supabase/supabase-js";
import { deviceStore } from "../browser-store.ts";
import { noteDateOf } from "../clock-skew.ts";
import { identityOf, type SessionState, whenUserLeaves } from "./session.ts";
import { readSessionCookie, storedValue } from "./session-cookie.ts";

const key = "sheaf:persisted";
const day = 24 * 60 * 60 * 1000;

/** Another tab's broadcast arrives shortly after it has stored a session. Milliseconds. */
const broadcastDelayMs = 1000;

interface PersistDeps {
  /** Session of the client's last event. */
  latest: () => Session | null;
  /** Resolves to false if the sidecar failed; replaceable in tests. */
  send?: () => Promise<boolean>;
}

/**
 * Has the sidecar rewrite the session cookies. Safari deletes cookies written by scripts within days, but not those
 * set by a response. Runs at most once a day per session; after a failure the next trigger tries again.
 *
 * The response repeats the cookies of the request. If any tab has since stored a newer session (refreshed, or raised
 * to `aal2`), that session is written back.
 */
export async function persistSession(
  state: SessionState,
  { latest, send = sendPersist }: PersistDeps,
): Promise<void> {
  const who = identityOf(state);
  if (!who || !isDue(who.sessionId, deviceStore.read(key), Date.now())) return;
  // Saved before the response arrives, or every tab that receives the same event would send a request.
  const before = deviceStore.read(key);
  const undo = () => deviceStore.write(key, before ?? undefined);
  deviceStore.write(key, `${who.sessionId} ${Date.now()}`);
  const sentState = { sent: storedValue(), known: latest() };
  if (!(await send())) return undo();
  const putBack = async () => {
    // A script has written the cookies again, so another request is due.
    if (await restore({ ...sentState, newest: latest() })) undo();
  };
  await putBack();
  setTimeout(() => void putBack(), broadcastDelayMs);
}

/** @returns true if a newer session had been overwritten and was restored. */
async function restore(was: {
  sent: string;
  known: Session | null;
  newest: Session | null;
}): Promise<boolean> {
  const { newest, known } = was;
  if (!newest || storedValue() !== was.sent) return false;
  // No session is known before the client has loaded; its first one is usually that of the cookie.
  if (known ? newest === known : newest.access_token === readSessionCookie().accessToken) return false;
  const { storeSession, storedForm } = await import("./store-session.ts");
  // Checked again, because the import may have taken a while.
  if (storedForm(newest) === was.sent || storedValue() !== was.sent) return false;
  storeSession(newest);
  return true;
}

/** @param noted session and time of the last request, as `<id> <milliseconds>`. */
export function isDue(sessionId: string, noted: string | null, now: number): boolean {
  const [id, at] = (noted ?? "").split(" ");
  const age = now - Number(at);
  // A negative age means the clock was set back; treat the request as due.
  return id !== sessionId || !(age >= 0 && age < day);
}

async function sendPersist(): Promise<boolean> {
  try {
    const response = await fetch(sidecarPaths.persist, { method: "POST", signal: departure() });
    noteDateOf(response);
    return response.ok;
  } catch {
    return false;
  }
}

/** Aborts the request on sign-out: a late response would restore the session. */
function departure(): AbortSignal {
  const controller = new AbortController();
  const forget = whenUserLeaves(() => {
    forget();
    controller.abort();
  });
  return controller.signal;
}
