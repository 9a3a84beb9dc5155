/** One thing that happened, for whoever runs the platform. Never carries keys, tokens, codes or addresses. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [key: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** Says nothing: the default of a platform started by a test. */
export const silentLog: Log = () => undefined;

/** One line of text per entry, details as `key=value` after the message. */
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
