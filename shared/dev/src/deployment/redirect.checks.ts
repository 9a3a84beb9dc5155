import { sidecarPaths } from "@sheaf/contract/sidecar";
import type { Visitor } from "./platform.checks.ts";
import type { Check } from "./verdict.ts";

const setUrls = "Authentication, URL Configuration in the dashboard, or `supabase config push`.";

/**
 * Checks of Auth's redirects. An invalid link is refused with a redirect to its target if the target is allowed,
 * else to the site, so the allow-list can be tested without an email.
 */
export function redirectChecks({ site, ask }: Visitor): Check[] {
  const local = new URL(site).hostname === "localhost";
  const leadsTo = async (redirectTo: string): Promise<string> => {
    const query = new URLSearchParams({ token: "0".repeat(56), type: "magiclink", redirect_to: redirectTo });
    const { headers } = await ask(`/auth/v1/verify?${query.toString()}`);
    return (headers.get("location") ?? "").split("#")[0] ?? "";
  };

  return [
    {
      name: "emailed links return to the sidecar",
      look: async () => {
        const wanted = `${site}${sidecarPaths.callback}?next=%2Fr%2Fabc`;
        const location = await leadsTo(wanted);
        return location.startsWith(site + sidecarPaths.callback)
          ? { ok: `${site}${sidecarPaths.callback} is allowed` }
          : {
              wrong: `${site}${sidecarPaths.callback} is not allowed: Auth redirects to ${location || "no URL"} instead`,
              todo: `Set the Site URL to ${site}: ${setUrls}`,
            };
      },
    },
    {
      name: "disallowed redirects lead to the site",
      look: async () => {
        const location = await leadsTo("https://sheaf.elsewhere.invalid/auth/callback");
        if (URL.parse(location)?.origin === site) return { ok: "the Site URL is the site" };
        return location.startsWith("https://sheaf.elsewhere.invalid")
          ? {
              wrong: "Auth redirects sign-ins to any site that a link names",
              todo: `Remove the pattern that matches every host: ${setUrls}`,
            }
          : {
              wrong: `Auth redirects to ${location || "no URL"}`,
              todo: `Set the Site URL to ${site}: ${setUrls}`,
            };
      },
    },
    {
      name: "no similar host name is allowed",
      look: async () => {
        const { hostname } = new URL(site);
        const names = [
          `https://${hostname}.elsewhere.invalid/auth/callback`,
          `https://elsewhere-${hostname}/auth/callback`,
        ];
        for (const name of names) {
          const location = await leadsTo(name);
          if (location.startsWith(name)) {
            return {
              wrong: `${new URL(name).host} is allowed`,
              todo: `Write the site's URL without a wildcard: ${setUrls}`,
            };
          }
        }
        return { ok: `${names.length} tried` };
      },
    },
    {
      name: "development URLs are not allowed",
      look: async () => {
        if (local) return { unseen: "this is one" };
        const address = "http://localhost:54399/auth/callback";
        return (await leadsTo(address)).startsWith(address)
          ? {
              wrong: "localhost is allowed",
              todo: "The settings were pushed without [remotes.production]: set the project's reference and push again.",
            }
          : { ok: "localhost is refused" };
      },
    },
  ];
}
