import type { Config } from "../config/config.ts";

/**
 * Host and port at which this process stands in for the platform: those of the platform URL.
 *
 * @throws Error for a URL that is not local, or on another host than the site: the run's cookie would not be sent.
 */
export function standInAddress({ platformUrl, siteUrl }: Pick<Config, "platformUrl" | "siteUrl">): {
  host: string;
  port: number;
} {
  const { protocol, hostname, port } = new URL(platformUrl);
  const host = hostname.replaceAll(/[[\]]/g, "");
  if (protocol !== "http:" || !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    throw new Error(
      `QA mode stands in for the platform, so SUPABASE_URL must be a local http URL, not ${platformUrl}.`,
    );
  }
  const site = new URL(siteUrl).hostname;
  if (hostname !== site) {
    throw new Error(
      `SUPABASE_URL must have the same host as SITE_URL (${site}), not ${host}: the cookie of a run is limited to one host.`,
    );
  }
  return { host, port: Number(port || "80") };
}
