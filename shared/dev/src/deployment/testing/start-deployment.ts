import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startTlsProxy } from "@sheaf/gateway/tls-proxy";
import { type Platform, type PlatformOptions, startPlatform } from "@sheaf/platform";
import { type Front, startFront } from "./start-front.ts";

const built = fileURLToPath(new URL("../../../../../server/dist/server.js", import.meta.url));
const pages = fileURLToPath(new URL("../../../../../web/dist", import.meta.url));

export interface Deployment {
  readonly site: string;
  /** In front of the sidecar. */
  readonly front: Front;
  /** In front of the platform. */
  readonly platformFront: Front;
  readonly platform: Platform;
  /** The certificate that clients must trust, if it has its own. */
  readonly ca: string | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * The built sidecar and pages on a local platform, each behind a proxy that can alter responses.
 * @throws Error when nothing is built, or with the sidecar's output when it doesn't start.
 */
export async function startDeployment({
  https = false,
  ...options
}: PlatformOptions & { https?: boolean } = {}): Promise<Deployment> {
  if (!existsSync(built) || !existsSync(pages))
    throw new Error("There is nothing to deploy: run pnpm build first.");
  const [front, platformFront, port] = await Promise.all([startFront(), startFront(), freePort()]);
  front.leadTo(port);
  const tls = https ? await startTlsProxy(Number(new URL(front.url).port)) : undefined;
  const site = tls?.origin ?? front.url;
  const platform = await startPlatform({ siteUrl: site, ...options });
  platformFront.leadTo(Number(new URL(platform.url).port));
  const child = spawn(process.execPath, [built], {
    env: {
      SITE_URL: site,
      SUPABASE_URL: platformFront.url,
      SUPABASE_PUBLISHABLE_KEY: platform.anonKey,
      SITE_ROOT: pages,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    tls?.stop();
    front.close();
    platformFront.close();
    await platform.stop();
  };
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  while (!output.includes("is listening")) {
    await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error(output)))]);
  }
  return { site, front, platformFront, platform, ca: tls?.ca, stop };
}

/** A port of this machine where nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
