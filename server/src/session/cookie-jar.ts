import { stringFromBase64URL } from "@supabase/ssr";
import { type CookieNames, encodedPrefix, isSessionCookie } from "@sheaf/contract/cookies";

/** A cookie to send. `maxAge` is in seconds; 0 removes it. */
export interface CookieWrite {
  name: string;
  value: string;
  maxAge: number;
}

/** The argument of `@supabase/ssr`. Only the age among its options is used; contract fixes the rest. */
interface LibraryCookie {
  name: string;
  value: string;
  options: { maxAge?: number | undefined };
}

/**
 * The jar that an exchange works on.
 * It hides the session of the request: a client that sees an expired one renews it on creation, and a
 * refused renewal deletes the very verifiers the exchange needs.
 * It hides what cannot be decoded: the library would log a line for each, bypassing our log rules.
 * It only collects: the library writes up to three times per exchange and may write once more after the response
 * has gone out, where touching the response would end the process.
 */
export function createCookieJar(options: { names: CookieNames; cookies: ReadonlyMap<string, string> }) {
  const visible = new Map(
    [...options.cookies].filter(
      ([name, value]) => !isSessionCookie(options.names, name) && isReadable(value),
    ),
  );
  const writes = new Map<string, CookieWrite>();
  let closed = false;

  return {
    getAll: () => Array.from(visible, ([name, value]) => ({ name, value })),
    setAll: (cookies: LibraryCookie[]) => {
      if (closed) return;
      for (const { name, value, options } of cookies) {
        const maxAge = options.maxAge ?? 0;
        writes.set(name, { name, value, maxAge });
        if (maxAge > 0) visible.set(name, value);
        else visible.delete(name);
      }
    },
    /** Stops collecting and returns the last write for each name. */
    close: (): CookieWrite[] => {
      closed = true;
      return [...writes.values()];
    },
  };
}

function isReadable(value: string): boolean {
  if (!value.startsWith(encodedPrefix)) return true;
  try {
    stringFromBase64URL(value.slice(encodedPrefix.length));
    return true;
  } catch {
    return false;
  }
}

/**
 * Removals of the request's session cookies that the new session did not overwrite. A bare cookie next to new
 * chunks would take precedence, and an extra chunk would corrupt them.
 */
export function removeStaleSession(options: {
  names: CookieNames;
  cookies: ReadonlyMap<string, string>;
  writes: readonly CookieWrite[];
}): CookieWrite[] {
  const written = new Set(options.writes.map((write) => write.name));
  return [...options.cookies.keys()]
    .filter((name) => isSessionCookie(options.names, name) && !written.has(name))
    .map((name) => ({ name, value: "", maxAge: 0 }));
}
