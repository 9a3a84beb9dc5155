import { providers } from "@sheaf/contract/providers";
import { fieldOf } from "./ask.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check, Verdict } from "./verdict.ts";

const push = "Push the settings again: `supabase config push`.";

/** Ways in that Auth names beside the providers. */
const others = new Set(["email", "phone", "anonymous_users"]);

/** What Auth tells every visitor about itself. */
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
      if (typeof value !== "boolean") return { unseen: `Auth does not say (${setting.path.join(".")})` };
      return { wrong: setting.wrong, todo: setting.todo ?? push };
    },
  });

  return [
    flag("people sign in by e-mail", {
      path: ["external", "email"],
      expected: true,
      fine: "it is on",
      wrong: "it is off, and nobody can sign in",
    }),
    flag("an address counts once it is proven", {
      path: ["mailer_autoconfirm"],
      expected: false,
      fine: "addresses are confirmed by mail",
      wrong: "addresses count without a confirmation, so that anybody can sign up with somebody else's",
    }),
    flag("new people may sign up", {
      path: ["disable_signup"],
      expected: false,
      fine: "they may",
      wrong: "they may not, so that no recipient can answer",
    }),
    flag("nobody comes in without an address", {
      path: ["external", "anonymous_users"],
      expected: false,
      fine: "anonymous sign-ins are off",
      wrong: "anonymous sign-ins are on",
    }),
    flag("nobody comes in by phone", {
      path: ["external", "phone"],
      expected: false,
      fine: "it is off",
      wrong: "it is on, and no page of ours knows of it",
      todo: "Switch it off: Authentication, Sign In / Providers, Phone.",
    }),
    flag("passkeys are on", {
      path: ["passkeys_enabled"],
      expected: true,
      fine: "they are",
      wrong: "they are off",
      todo: "A push does not switch them on: Authentication, Passkeys in the dashboard.",
    }),
    {
      name: "passkeys are made for this site",
      look: async () => {
        const answer = await ask("/auth/v1/passkeys/authentication/options", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        });
        const rpId = fieldOf(answer.json, "options", "rpId");
        const { hostname } = new URL(site);
        if (typeof rpId !== "string") return { unseen: "Auth offers none" };
        return rpId === hostname || hostname.endsWith(`.${rpId}`)
          ? { ok: `for ${rpId}` }
          : {
              wrong: `they are made for ${rpId}, and no browser offers them here`,
              todo: `Set the relying party's id to ${hostname}, before anybody makes one: those made before are useless then.`,
            };
      },
    },
    {
      name: "no provider is on that the page does not know",
      look: async () => {
        const external = fieldOf(await settings(), "external");
        if (typeof external !== "object" || external === null) return { unseen: "Auth does not say" };
        const on = Object.entries(external).flatMap(([name, value]) =>
          value === true && !others.has(name) ? name : [],
        );
        const unknown = on.filter((name) => !providers.some(({ id }) => id === name));
        if (unknown.length > 0) {
          return {
            wrong: `on are ${unknown.join(", ")}`,
            todo: "Switch them off: Authentication, Sign In / Providers.",
          };
        }
        if (on.includes("keycloak") && site.startsWith("https:")) {
          return {
            wrong: "keycloak is on, which the page calls the Local account of development",
            todo: "Switch it off: Authentication, Sign In / Providers.",
          };
        }
        return { ok: on.length === 0 ? "none is on" : `on are ${on.join(", ")}` };
      },
    },
  ];
}
