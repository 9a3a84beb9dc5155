import { sidecarPaths } from "@sheaf/contract/sidecar";
import { ask, codeOf } from "./ask.ts";
import { readPageConfig } from "./page-config.ts";
import type { Check, Verdict } from "./verdict.ts";

/** Pages are asked for as browsers do. */
const asBrowser = { accept: "text/html, */*", "accept-encoding": "br, gzip" };

const promised: readonly (readonly [header: string, value: RegExp])[] = [
  ["content-security-policy", /default-src 'none'.*script-src 'self'(?! *'unsafe).*frame-ancestors 'none'/],
  ["x-content-type-options", /^nosniff$/],
  ["x-frame-options", /^DENY$/i],
  ["referrer-policy", /^no-referrer$/],
  ["cross-origin-opener-policy", /^same-origin$/],
  ["cross-origin-resource-policy", /^same-origin$/],
  ["permissions-policy", /camera=\(\)/],
];

/** What the site itself shows: sidecar, pages, files, and what stands in front of them. */
export function siteChecks(site: string): Check[] {
  const secure = site.startsWith("https:");
  return [
    {
      name: "the sidecar runs",
      look: async () => {
        const { status } = await ask(site + sidecarPaths.health);
        return status === 200
          ? { ok: `${sidecarPaths.health} answers` }
          : {
              wrong: `${sidecarPaths.health} answers ${status}`,
              todo: "Something else listens there, or it is down: read its log.",
            };
      },
    },
    {
      name: "the sidecar reaches the platform",
      look: async () => {
        const { status } = await ask(site + sidecarPaths.ready);
        return status === 200
          ? { ok: `${sidecarPaths.ready} answers` }
          : {
              wrong: `${sidecarPaths.ready} answers ${status}`,
              todo: "Look at SUPABASE_URL (or SUPABASE_INTERNAL_URL), and whether the host may reach it.",
            };
      },
    },
    {
      name: "people come by https alone",
      look: () => (secure ? onlyHttps(site) : Promise.resolve(plainHttp(site))),
    },
    {
      name: "every answer carries the headers that hold a page together",
      look: async () => {
        const { headers } = await ask(`${site}/sign-in`, { headers: asBrowser });
        const lacking = promised
          .filter(([name, value]) => !value.test(headers.get(name) ?? ""))
          .map(([name]) => name);
        if (headers.has("x-powered-by")) lacking.push("x-powered-by (is there, and should not be)");
        return lacking.length === 0
          ? { ok: `${promised.length} of them` }
          : {
              wrong: `missing or other than they should be: ${lacking.join(", ")}`,
              todo: "The sidecar sends them: whatever stands in front has to pass headers on as they are.",
            };
      },
    },
    {
      name: "pages are never kept, and come compressed",
      look: async () => {
        const answers = await Promise.all(
          ["/", "/sign-in"].map((path) => ask(site + path, { headers: asBrowser })),
        );
        return cached(
          answers,
          "no-store",
          "A page that is kept shows an older version, or somebody else's session.",
        );
      },
    },
    {
      name: "built files are kept for good, and come compressed",
      look: async () => {
        const { text } = await ask(`${site}/sign-in`, { headers: asBrowser });
        const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(
          ([, path]) => path ?? [],
        );
        if (files.length === 0) {
          return {
            wrong: "/sign-in names no built file",
            todo: "SITE_ROOT has to be the web/dist of `pnpm build`.",
          };
        }
        const answers = await Promise.all(files.map((path) => ask(site + path, { headers: asBrowser })));
        return cached(
          answers,
          "immutable",
          "A content network in front has to respect what the sidecar says.",
        );
      },
    },
    {
      name: "the page knows where it runs",
      look: async () => {
        const { text } = await ask(`${site}/sign-in`, { headers: asBrowser });
        return readPageConfig(text)
          ? { ok: "platform, key and size limit are filled in" }
          : {
              wrong: "the page names no platform",
              todo: "It has to be served by the sidecar, which fills that in; a copy of web/dist alone does not have it.",
            };
      },
    },
    {
      name: "a link without a code leads to a page that says so",
      look: async () => {
        const { status, headers } = await ask(site + sidecarPaths.callback);
        const location = headers.get("location") ?? "nowhere";
        return status === 303 && location.startsWith("/link-problem?") && !headers.has("set-cookie")
          ? { ok: `${sidecarPaths.callback} goes on to /link-problem` }
          : {
              wrong: `${sidecarPaths.callback} answers ${status} and leads to ${location}`,
              todo: "/auth/* has to be routed to the sidecar, not to a static host.",
            };
      },
    },
    {
      name: "only pages of this site may sign people out",
      look: async () => {
        const { status, headers } = await ask(site + sidecarPaths.signOut, { method: "POST" });
        const location = headers.get("location") ?? "nowhere";
        return status === 303 && location.startsWith("/link-problem?code=link.other_page")
          ? { ok: "a post without an origin is refused" }
          : {
              wrong: `a post without an origin is answered ${status}, to ${location}`,
              todo: "/auth/* has to be routed to the sidecar.",
            };
      },
    },
    {
      name: "the sidecar knows the address that people open",
      look: async () => {
        const answer = await ask(site + sidecarPaths.persist, {
          method: "POST",
          headers: { origin: site, "sec-fetch-site": "same-origin" },
        });
        if (answer.status === 401) return { ok: `SITE_URL is ${site}` };
        return {
          wrong: `a post of its own page is answered ${answer.status} ${codeOf(answer)}`.trim(),
          todo: `SITE_URL has to be ${site}, and what stands in front has to pass Origin on.`,
        };
      },
    },
  ];
}

function plainHttp(site: string): Verdict {
  const { hostname } = new URL(site);
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
    ? { unseen: "this machine talks to itself" }
    : { wrong: "the site is asked over plain http", todo: "Put TLS in front, and check the https address." };
}

async function onlyHttps(site: string): Promise<Verdict> {
  const { headers } = await ask(site);
  const demand = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
  if (Number(demand ?? 0) < 15_552_000) {
    return {
      wrong: "no answer demands https of later visits",
      todo: "SITE_URL has to begin with https:, then the sidecar does.",
    };
  }
  const { port, hostname } = new URL(site);
  if (port !== "") return { ok: "demanded for half a year and more" };
  const plain = await ask(`http://${hostname}/`).catch(() => undefined);
  if (plain === undefined) return { ok: "demanded for half a year and more; nothing answers plain http" };
  return plain.headers.get("location")?.startsWith("https:") === true
    ? { ok: "demanded for half a year and more; plain http leads to it" }
    : {
        wrong: `plain http is answered ${plain.status}`,
        todo: "Have what stands in front send people on to https.",
      };
}

function cached(
  answers: readonly { status: number; headers: Headers }[],
  word: string,
  why: string,
): Verdict {
  for (const { status, headers } of answers) {
    const control = headers.get("cache-control") ?? "nothing";
    if (status !== 200)
      return {
        wrong: `one is answered ${status}`,
        todo: "SITE_ROOT has to be the web/dist of `pnpm build`.",
      };
    if (!control.includes(word)) return { wrong: `Cache-Control says ${control}, not ${word}`, todo: why };
    if (!headers.has("content-encoding")) {
      return {
        wrong: "one comes uncompressed",
        todo: "What stands in front has to pass Accept-Encoding on.",
      };
    }
  }
  return { ok: `${answers.length} of them` };
}
