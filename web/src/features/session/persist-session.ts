import { sidecarPaths } from "@sheaf/contract/sidecar";
import type { Session } from "@supabase/supabase-js";
import { deviceStore } from "../../lib/browser-store.ts";
import { noteDateOf } from "../../lib/clock-skew.ts";
import { identityOf, type SessionState, whenUserLeaves } from "../../lib/session.ts";
import { storedValue } from "./session-cookie.ts";

const key = "sheaf:persisted";
const day = 24 * 60 * 60 * 1000;

/** Another tab tells of what it has stored a moment after it is stored. Milliseconds. */
const newsTakes = 1000;

interface PersistDeps {
  /** The session that the client told of last. */
  latest: () => Session | null;
  /** For tests: whether the sidecar did it. */
  send?: () => Promise<boolean>;
}

/**
 * Has the sidecar write the session's cookies once more. Safari forgets within days what a page has written itself,
 * and keeps what an answer has set. Once a day is enough for that; a failure waits for the next occasion.
 *
 * The answer repeats what the request carried. A session that was renewed or raised to a second factor meanwhile, in
 * whatever tab, is put back over it.
 */
export async function persistSession(
  state: SessionState,
  { latest, send = sendPersist }: PersistDeps,
): Promise<void> {
  const who = identityOf(state);
  if (!who || !isDue(who.sessionId, deviceStore.read(key), Date.now())) return;
  // Noted before the answer, or every tab that hears of the same refresh would ask.
  const before = deviceStore.read(key);
  const undo = () => deviceStore.write(key, before ?? undefined);
  deviceStore.write(key, `${who.sessionId} ${Date.now()}`);
  const asked = { sent: storedValue(), told: latest() };
  if (!(await send())) return undo();
  const putBack = async () => {
    // What the page has to write itself is due again.
    if (await restore({ ...asked, newest: latest() })) undo();
  };
  await putBack();
  setTimeout(() => void putBack(), newsTakes);
}

/** @returns whether a newer session had been overwritten by the one that was sent, and is back. */
async function restore(was: {
  sent: string;
  told: Session | null;
  newest: Session | null;
}): Promise<boolean> {
  const { newest } = was;
  if (!newest || newest === was.told || storedValue() !== was.sent) return false;
  const { storeSession, storedForm } = await import("../../lib/store-session.ts");
  // Looked at again: the import has taken its time.
  if (storedForm(newest) === was.sent || storedValue() !== was.sent) return false;
  storeSession(newest);
  return true;
}

/** @param noted session and time of the last one, as `<id> <milliseconds>`. */
export function isDue(sessionId: string, noted: string | null, now: number): boolean {
  const [id, at] = (noted ?? "").split(" ");
  const age = now - Number(at);
  // A clock that was put back must not keep it from ever being due again.
  return id !== sessionId || !(age >= 0 && age < day);
}

async function sendPersist(): Promise<boolean> {
  try {
    const answer = await fetch(sidecarPaths.persist, { method: "POST", signal: departure() });
    noteDateOf(answer);
    return answer.ok;
  } catch {
    return false;
  }
}

/** An answer that came after a sign-out would bring the session back. */
function departure(): AbortSignal {
  const left = new AbortController();
  const forget = whenUserLeaves(() => {
    forget();
    left.abort();
  });
  return left.signal;
}
