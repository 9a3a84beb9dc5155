import { providers } from "@sheaf/contract/providers";
import { fieldOf } from "./send-request.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check, Verdict } from "./verdict.ts";

const push = "Push the settings again: `supabase config push`.";

/** Sign-in methods that Auth lists beside the providers. */
const others = new Set(["email", "phone", "anonymous_users"]);

/** Checks of Auth's public settings. */
export function authChecks({ site, ask }: Visitor): Check[] {
  const settings = async (): Promise<unknown> => (await ask("/auth/v1/settings")).json;
  const flag = (
    name: string,
    setting: { path: readonly string[]; expected: boolean; fine: string; wrong: string; todo?: string },
  ): Check => ({
    name,
    look: async (): Promise<Verdict> => {
      const value = fieldOf(await settings(), ...setting.path);
      if (value === setting.expected) return { ok: setting.fine };
      if (typeof value !== "boolean") return { unseen: `Auth doesn't report it (${setting.path.join(".")})` };
      return { wrong: setting.wrong, todo: setting.todo ?? push };
    },
  });

  return [
    flag("email sign-in is on", {
      path: ["external", "email"],
      expected: true,
      fine: "it is on",
      wrong: "it is off, so nobody can sign in",
    }),
    flag("email addresses must be confirmed", {
      path: ["mailer_autoconfirm"],
      expected: false,
      fine: "addresses are confirmed by email",
      wrong: "addresses aren't confirmed, so anyone can sign up with someone else's",
    }),
    flag("new users can sign up", {
      path: ["disable_signup"],
      expected: false,
      fine: "they may",
      wrong: "they can't, so no recipient can answer",
    }),
    flag("anonymous sign-in is off", {
      path: ["external", "anonymous_users"],
      expected: false,
      fine: "anonymous sign-ins are off",
      wrong: "anonymous sign-ins are on",
    }),
    flag("phone sign-in is off", {
      path: ["external", "phone"],
      expected: false,
      fine: "it is off",
      wrong: "it is on, but no page uses it",
      todo: "Turn it off: Authentication, Sign In / Providers, Phone.",
    }),
    flag("passkeys are on", {
      path: ["passkeys_enabled"],
      expected: true,
      fine: "they are",
      wrong: "they are off",
      todo: "A push doesn't turn them on: Authentication, Passkeys in the dashboard.",
    }),
    {
      name: "passkeys belong to this site",
      look: async () => {
        const response = await ask("/auth/v1/passkeys/authentication/options", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        });
        const rpId = fieldOf(response.json, "options", "rpId");
        const { hostname } = new URL(site);
        if (typeof rpId !== "string") return { unseen: "Auth offers none" };
        return rpId === hostname || hostname.endsWith(`.${rpId}`)
          ? { ok: `for ${rpId}` }
          : {
              wrong: `they belong to ${rpId}, so browsers don't offer them here`,
              todo: `Set the relying party's id to ${hostname} before anyone creates one; existing ones stop working.`,
            };
      },
    },
    {
      name: "every provider is known to the page",
      look: async () => {
        const external = fieldOf(await settings(), "external");
        if (typeof external !== "object" || external === null) return { unseen: "Auth doesn't report it" };
        const on = Object.entries(external).flatMap(([name, value]) =>
          value === true && !others.has(name) ? name : [],
        );
        const unknown = on.filter((name) => !providers.some(({ id }) => id === name));
        if (unknown.length > 0) {
          return {
            wrong: `on are ${unknown.join(", ")}`,
            todo: "Turn them off: Authentication, Sign In / Providers.",
          };
        }
        if (on.includes("keycloak") && site.startsWith("https:")) {
          return {
            wrong: "keycloak is on, the development provider",
            todo: "Turn it off: Authentication, Sign In / Providers.",
          };
        }
        return { ok: on.length === 0 ? "none is on" : `on are ${on.join(", ")}` };
      },
    },
  ];
}
