import { inject } from "vitest";

/** The platform under test, all that a spec knows of it. */
export interface Target {
  /** Of the gateway, without a trailing slash. */
  url: string;
  anonKey: string;
  serviceKey: string;
  /** Where Mailpit's JSON is read. */
  mailUrl: string;
  /** Moves the platform's time; absent where the platform has the real time only. */
  clockUrl: string | undefined;
}

declare module "vitest" {
  interface ProvidedContext {
    target: Target;
  }
}

export function target(): Target {
  return inject("target");
}
