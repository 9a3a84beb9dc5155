import { createServer, type RequestListener } from "node:http";
import type { ProviderSettings } from "../auth/external/provider.model.ts";
import { listenOn } from "../gateway/listen.ts";
import { localAccountClient } from "./client.ts";

export interface LocalAccount {
  readonly url: string;
  /** Provider settings for the platform's Auth: a Keycloak. */
  readonly settings: ProviderSettings;
  close(): Promise<void>;
}

/**
 * The development provider "Local account". Anyone can sign in as anyone, so it listens on loopback only. Its libraries
 * are loaded with the first request, because they take 0.3 s and 40 MB.
 *
 * @param options.callbackUrl the only redirect address it accepts.
 * @throws with a message if the port is busy or the host is not loopback.
 */
export async function startLocalAccount(options: {
  host: string;
  port: number;
  callbackUrl: string;
}): Promise<LocalAccount> {
  const { host, port, callbackUrl } = options;
  let site: Promise<RequestListener> | undefined;
  const server = createServer((request, response) => {
    void (site ??= loadSite()).then((handle) => handle(request, response));
  });
  const listening = await listenOn(server, { host, port, purpose: "the Local account" });
  const url = `http://${host}:${listening.port}`;
  const loadSite = async () => (await import("./site.ts")).createSite({ issuer: url, callbackUrl });
  return {
    url,
    settings: { ...localAccountClient, redirectUri: callbackUrl, url },
    close: () => listening.close(),
  };
}
