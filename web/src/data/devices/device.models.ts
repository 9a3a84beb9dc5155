/** One place where a person is signed in, as the service knows it. */
export interface Device {
  id: string;
  /** When somebody signed in there; a timestamp with its zone. */
  signedInAt: string;
  /** When it was used last, to within the hour that a token lives. */
  lastUsedAt: string;
  /** What the browser says of itself; empty where it said nothing. */
  userAgent: string;
  /** The address it was used from last; empty where the service did not see one. */
  ip: string;
  /** It is the one in front of the person. */
  isCurrent: boolean;
}

/** A row of `my_sessions`. The generated types know no nulls in what a function returns; the service has them. */
export interface SessionRow {
  id: string;
  created_at: string | null;
  last_used_at: string | null;
  user_agent: string | null;
  ip: string | null;
  is_current: boolean;
}

/** This device first, then as the service has them: the one used last on top. */
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
