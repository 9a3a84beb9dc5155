import type { Stack } from "@sheaf/platform/stack";
import { type Part, type PartOptions, startPart } from "./parts.ts";
import type { StackDatabase } from "./stack-database.ts";
import type { StackSettings } from "./stack-settings.ts";
import type { Environment, Here, Ledger } from "./told.ts";

export interface StackOptions {
  readonly databaseUrl: string;
  readonly settings: StackSettings;
  /** For what the parts write; empty. */
  readonly folder: string;
  readonly ledger: Ledger;
  /** Ends what was started. */
  readonly stack: Stack;
  readonly signal: AbortSignal;
}

/** What every step of a start works with. */
export interface Site extends StackOptions {
  readonly database: StackDatabase;
  /** Those that have been started. */
  readonly parts: readonly Part[];
  /** Compose's environment of a service. */
  readonly told: (service: string) => Environment;
  /** The same with what is this machine's in its place, written down. */
  readonly tell: (service: string, here: Here) => Environment;
  readonly start: (part: PartOptions) => Promise<Part>;
}

/** The one address that anything here listens on. */
export const loopback = "127.0.0.1";

export function createSite(options: StackOptions, database: StackDatabase): Site {
  const { settings, ledger, stack, signal } = options;
  const parts: Part[] = [];
  const told = (service: string) => settings.compose.services[service]?.environment ?? {};
  return {
    ...options,
    database,
    parts,
    told,
    tell: (service, here) => ledger.tell(service, told(service), here),
    async start(part) {
      signal.throwIfAborted();
      const started = await startPart(part, stack);
      parts.push(started);
      return started;
    },
  };
}
