/** A session of the signed-in user, as the service reports it. */
export interface Device {
  id: string;
  /** Time of sign-in; a timestamp with a time zone. */
  signedInAt: string;
  /** Time of last use, accurate to the lifetime of a token: one hour. */
  lastUsedAt: string;
  /** User agent; empty if the browser sent none. */
  userAgent: string;
  /** Network address of the last use; empty if unknown. */
  ip: string;
  /** This browser's own session. */
  isCurrent: boolean;
}

/** Row of `my_sessions`. The generated types of function results have no nulls, but the service returns them. */
export interface SessionRow {
  id: string;
  created_at: string | null;
  last_used_at: string | null;
  user_agent: string | null;
  ip: string | null;
  is_current: boolean;
}

/** This device first, then the service's order: most recently used first. */
export function toDevices(rows: readonly SessionRow[]): Device[] {
  const devices = rows.map((row) => ({
    id: row.id,
    signedInAt: row.created_at ?? "",
    lastUsedAt: row.last_used_at ?? "",
    userAgent: row.user_agent ?? "",
    ip: row.ip ?? "",
    isCurrent: row.is_current,
  }));
  return [...devices.filter(({ isCurrent }) => isCurrent), ...devices.filter(({ isCurrent }) => !isCurrent)];
}
