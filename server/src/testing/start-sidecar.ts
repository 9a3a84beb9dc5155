import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReceiptKey } from "@sheaf/contract/receipt/receipt";
import type { Captcha } from "@sheaf/contract/sidecar";
import { startTlsProxy } from "@sheaf/gateway/tls-proxy";
import { createApp } from "../app.ts";
import { createLog } from "../log.ts";
import { defaultLimits, type Limits } from "../middleware/rate-limit.ts";
import { createPlatformFetch, type FetchPlatform } from "../http/platform-fetch.ts";
import type { Site } from "../site/load-site.ts";
import { send, type TestResponse, type Send } from "./send.ts";

export interface SidecarOptions {
  /** Default: a port where nothing listens. */
  platformUrl?: string;
  publishableKey?: string;
  /** Default: the address where the sidecar listens. */
  siteUrl?: string;
  limits?: Partial<Limits>;
  trustProxy?: number | string[];
  captcha?: Captcha;
  receiptKeys?: ReceiptKey[];
  site?: Site;
  /** Default: the production implementation. */
  fetch?: FetchPlatform;
  /** Behind an https proxy, whose origin is then the site's. */
  tls?: boolean;
}

export interface Sidecar {
  /** The page's origin in the browser. */
  siteUrl: string;
  send(request: Omit<Send, "origin">): Promise<TestResponse>;
  /** `METHOD path` of every call to the platform so far. */
  platformCalls: string[];
  /** Every line logged so far. */
  logLines: string[];
  /** Holds matching calls (`METHOD path`) back from the platform until `release`. */
  hold(call: string): void;
  release(): void;
  stop(): Promise<void>;
}

const nowhere = "http://127.0.0.1:9";

/** The real application on its own port. */
export async function startSidecar(options: SidecarOptions = {}): Promise<Sidecar> {
  const server = createServer();
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const proxy = options.tls === true ? await startTlsProxy(port) : undefined;
  const siteUrl = options.siteUrl ?? proxy?.origin ?? origin;
  const platformUrl = options.platformUrl ?? nowhere;
  const platform = createPlatformFetch(platformUrl);
  const platformCalls: string[] = [];
  const logLines: string[] = [];
  let held: { call: string; released: PromiseWithResolvers<void> } | undefined;

  const app = createApp({
    config: {
      siteUrl,
      captcha: options.captcha ?? null,
      platformUrl,
      platformInternalUrl: platformUrl,
      publishableKey: options.publishableKey ?? "sb_publishable_test",
      trustProxy: options.trustProxy ?? (proxy ? 1 : 0),
      receiptKeys: options.receiptKeys ?? [],
    },
    fetch: async (input, init) => {
      const url = new URL(input);
      const call = `${init?.method ?? "GET"} ${url.pathname}`;
      platformCalls.push(call);
      if (call === held?.call) await held.released.promise;
      return (options.fetch ?? platform.fetch)(input, init);
    },
    limits: { ...defaultLimits, ...options.limits },
    log: createLog({ level: "info" }, { write: (line) => void logLines.push(line) }),
    site: options.site,
  });
  server.on("request", app);

  return {
    siteUrl,
    send: (request) => send({ origin: proxy?.origin ?? origin, ca: proxy?.ca, ...request }),
    platformCalls,
    logLines,
    hold: (call) => {
      held = { call, released: Promise.withResolvers() };
    },
    release: () => {
      held?.released.resolve();
      held = undefined;
    },
    stop: async () => {
      proxy?.stop();
      server.close();
      server.closeAllConnections();
      await platform.close();
    },
  };
}
