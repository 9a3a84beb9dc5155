import type { Stack } from "@sheaf/platform/stack";
import { type Part, type PartOptions, startPart } from "./parts.ts";
import type { StackDatabase } from "./stack-database.ts";
import type { RealServices } from "./real-services.ts";
import type { StackSettings } from "./stack-settings.ts";
import type { Environment, Overrides, EnvironmentLog } from "./environment-log.ts";

export interface StackOptions {
  readonly databaseUrl: string;
  readonly settings: StackSettings;
  readonly real: RealServices;
  /** Empty folder for files of the parts. */
  readonly folder: string;
  readonly environmentLog: EnvironmentLog;
  /** Stops everything that was started. */
  readonly stack: Stack;
  readonly signal: AbortSignal;
}

/** Shared by all start steps. */
export interface StackContext extends StackOptions {
  readonly database: StackDatabase;
  /** Parts started so far. */
  readonly parts: readonly Part[];
  /** Compose's environment of a service. */
  readonly composeEnvironment: (service: string) => Environment;
  /** The same with this machine's values, printed to the log. */
  readonly localEnvironment: (service: string, overrides: Overrides) => Environment;
  readonly start: (part: PartOptions) => Promise<Part>;
}

/** All parts listen on this address only. */
export const loopback = "127.0.0.1";

export function createContext(options: StackOptions, database: StackDatabase): StackContext {
  const { settings, environmentLog, stack, signal } = options;
  const parts: Part[] = [];
  const composeEnvironment = (service: string) => settings.compose.services[service]?.environment ?? {};
  return {
    ...options,
    database,
    parts,
    composeEnvironment,
    localEnvironment: (service, overrides) =>
      environmentLog.record(service, composeEnvironment(service), overrides),
    async start(part) {
      signal.throwIfAborted();
      const started = await startPart(part, stack);
      parts.push(started);
      return started;
    },
  };
}
