import type { Config } from "../config/config.ts";
import type { Log } from "../log.ts";
import { loadSite, type Site } from "./load-site.ts";

/**
 * The built application to serve; undefined while Vite serves it.
 *
 * @throws Error in production, where nothing else serves it.
 */
export async function siteOf(
  root: string,
  { config, log }: { config: Config; log: Log },
): Promise<Site | undefined> {
  const site = await loadSite(root, config);
  if (!site && config.production) throw new Error(`There is no built site in ${root}; set SITE_ROOT.`);
  if (!site) log.info({ root }, "No built site here: only the endpoints are served");
  return site;
}
