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
  /** Its Keycloak is the Local account, whose page these specs know how to fill in. */
  localAccount: boolean;
  /** The one origin that passkeys are made for; empty where they are off. */
  passkeyOrigin: string;
}

declare module "vitest" {
  interface ProvidedContext {
    target: Target;
  }
}

export function target(): Target {
  return inject("target");
}
