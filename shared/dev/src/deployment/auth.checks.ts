import { providers } from "@sheaf/contract/providers";
import { codeOf, fieldOf } from "./send-request.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check, Verdict } from "./verdict.ts";

const push = "Push the settings again: `supabase config push`.";

/** Sign-in methods that Auth lists beside the providers. */
const others = new Set(["email", "phone", "anonymous_users"]);

/** Checks of Auth's public settings. */
export function authChecks({ site, page, ask }: Visitor): Check[] {
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
      wrong: "it is on, and nothing asks for a fresh proof before a phone number changes",
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
        if (codeOf(response) === "captcha_failed") return { unseen: "Auth asks for a CAPTCHA first" };
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
      name: "Auth and the page agree on the CAPTCHA",
      look: async () => {
        // A sign-in without an address and a password does nothing, but Auth asks for the CAPTCHA before it looks at it.
        const response = await ask("/auth/v1/token?grant_type=password", {
          method: "POST",
          headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
          body: "{}",
        });
        const code = codeOf(response);
        if (response.status !== 400 || code === "") return { unseen: `Auth answers ${response.status}` };
        const asks = code === "captcha_failed";
        const shows = page.captchaProvider !== "";
        if (asks && !shows) {
          return {
            wrong: "Auth asks for one, but the page shows none, so nobody can sign in",
            todo: "Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY in the sidecar.",
          };
        }
        if (shows && !asks) {
          return {
            wrong: `the page shows ${page.captchaProvider}, but Auth doesn't check it`,
            todo: "Switch it on in Auth: HOSTED.md, step 6.",
          };
        }
        return asks
          ? { ok: page.captchaProvider }
          : { ok: "there is none, so many addresses can use up the hour's emails: HOSTED.md, step 6" };
      },
    },
    hidden("Auth calls the hooks for codes and passwords", "enter five wrong passwords: HOSTED.md, step 11"),
    hidden(
      "Auth counts an IPv6 network as one client",
      "it takes two addresses; docker compose's gateway does it, hosted projects decide it themselves",
    ),
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

/** A check that can only be done by hand. */
function hidden(name: string, how: string): Check {
  return { name, look: () => Promise.resolve({ unseen: `it can't be seen from outside: ${how}` }) };
}
