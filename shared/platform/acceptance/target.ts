import { inject } from "vitest";

/** The platform under test. */
export interface Target {
  /** Address of the gateway, without a trailing slash. */
  url: string;
  anonKey: string;
  serviceKey: string;
  /** Address of Mailpit's JSON API. */
  mailboxUrl: string;
  /** Address that advances the platform's clock; undefined if it runs on real time. */
  clockUrl: string | undefined;
  /** True if its Keycloak is the Local account, whose form these specs can submit. */
  localAccount: boolean;
  /** Origin of passkeys; empty if they are off. */
  passkeyOrigin: string;
  /** `Cache-Control` that a gateway sets in all of Storage's responses; undefined if they keep the service's own. */
  storageCacheControl: string | undefined;
}

declare module "vitest" {
  interface ProvidedContext {
    target: Target;
  }
}

export function target(): Target {
  return inject("target");
}
