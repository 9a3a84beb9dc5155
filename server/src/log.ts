import pino, { type DestinationStream, type Logger } from "pino";
import type { Config } from "./config/config.ts";

export type Log = Logger;

/** JSON lines: one per request and one per start or stop. Callers pass named facts, never a request or its URL. */
export function createLog(options: { level: Config["logLevel"] }, destination?: DestinationStream): Log {
  const settings = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(settings, destination) : pino(settings);
}
