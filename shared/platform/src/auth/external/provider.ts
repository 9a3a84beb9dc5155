import type { AuthDeps } from "../auth.deps.ts";
import { github } from "./github.provider.ts";
import { google } from "./google.provider.ts";
import { keycloak } from "./keycloak.provider.ts";
import {
  providerNames,
  serviceProviders,
  type ProviderKind,
  type ProviderName,
  type ProviderSettings,
} from "./provider.model.ts";

export interface Provider {
  name: ProviderName;
  kind: ProviderKind;
  settings: ProviderSettings;
  redirectUri: string;
}

/** The provider with this name, if it is enabled. Case-insensitive, as in GoTrue. */
export function findProvider(deps: AuthDeps, given: string): Provider | undefined {
  const name = providerNames.find((known) => known === given.toLowerCase());
  const settings = name && deps.settings.external[name];
  if (!name || !settings) return undefined;
  return {
    name,
    settings,
    kind: kindOf(name, settings.url.replace(/\/$/, "")),
    redirectUri: settings.redirectUri || `${deps.externalUrl}/callback`,
  };
}

/** GoTrue's message for a provider that can't be used. */
export function unsupportedReason(given: string): string {
  const known = serviceProviders.includes(given.toLowerCase());
  return known ? "provider is not enabled" : `Provider ${given.toLowerCase()} could not be found`;
}

function kindOf(name: ProviderName, url: string): ProviderKind {
  if (name === "google") return google;
  return name === "github" ? github(url) : keycloak(url);
}
