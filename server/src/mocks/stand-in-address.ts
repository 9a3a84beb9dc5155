import type { Config } from "../config.ts";

/**
 * Where this process stands in for the platform: at the address that pages have of it.
 *
 * @throws Error for an address at which it cannot, or where no browser would tell it which run is meant.
 */
export function standInAddress({ platformUrl, siteUrl }: Pick<Config, "platformUrl" | "siteUrl">): {
  host: string;
  port: number;
} {
  const { protocol, hostname, port } = new URL(platformUrl);
  const host = hostname.replaceAll(/[[\]]/g, "");
  if (protocol !== "http:" || !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    throw new Error(
      `QA mode stands in for the platform at SUPABASE_URL, so that has to be http on this machine, not ${platformUrl}.`,
    );
  }
  const site = new URL(siteUrl).hostname;
  if (hostname !== site) {
    throw new Error(
      `The cookie of a run only reaches one host, so SUPABASE_URL has to be on ${site} as SITE_URL is, not on ${host}.`,
    );
  }
  return { host, port: Number(port || "80") };
}
