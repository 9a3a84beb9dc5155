/** A log entry. Never contains keys, tokens, codes or addresses. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [key: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** Discards all entries; the default for platforms in tests. */
export const silentLog: Log = () => undefined;

/** Writes one line per entry, with details as `key=value` after the message. */
export function lineLog(write: (line: string) => void): Log {
  return ({ level, message, ...details }) => {
    const prefix = level === "info" ? "" : `${level}: `;
    const rest = Object.entries(details).map(([key, value]) => ` ${key}=${asText(value)}`);
    write(prefix + message + rest.join(""));
  };
}

function asText(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.message);
  return typeof value === "string" ? value : JSON.stringify(value);
}
