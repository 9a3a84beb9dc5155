import { sidecarPaths } from "@sheaf/contract/sidecar";
import { codeOf, type ReceivedResponse, sendRequest } from "./send-request.ts";
import { readPageConfig } from "./page-config.ts";
import type { Check, Verdict } from "./verdict.ts";

/** Headers as browsers send them for pages. */
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

/** Checks of the sidecar, pages, files and the proxy in front. */
export function siteChecks(site: string): Check[] {
  const secure = site.startsWith("https:");
  return [
    {
      name: "the sidecar is running",
      look: async () => {
        const { status } = await sendRequest(site + sidecarPaths.health);
        return status === 200
          ? { ok: `${sidecarPaths.health} answers` }
          : {
              wrong: `${sidecarPaths.health} answers ${status}`,
              todo: "Something else is listening there, or the sidecar is down: read its log.",
            };
      },
    },
    {
      name: "the sidecar reaches the platform",
      look: async () => {
        const { status } = await sendRequest(site + sidecarPaths.ready);
        return status === 200
          ? { ok: `${sidecarPaths.ready} answers` }
          : {
              wrong: `${sidecarPaths.ready} answers ${status}`,
              todo: "Check SUPABASE_URL (or SUPABASE_INTERNAL_URL) and whether the host can reach it.",
            };
      },
    },
    {
      name: "only https is used",
      look: () => (secure ? onlyHttps(site) : Promise.resolve(plainHttp(site))),
    },
    {
      name: "every response has the security headers",
      look: async () => {
        const { headers } = await sendRequest(`${site}/sign-in`, { headers: asBrowser });
        const lacking = promised
          .filter(([name, value]) => !value.test(headers.get(name) ?? ""))
          .map(([name]) => name);
        if (headers.has("x-powered-by")) lacking.push("x-powered-by (must be absent)");
        return lacking.length === 0
          ? { ok: `${promised.length} of them` }
          : {
              wrong: `missing or wrong: ${lacking.join(", ")}`,
              todo: "The sidecar sends them; the proxy in front must pass headers on unchanged.",
            };
      },
    },
    {
      name: "pages are never cached and are compressed",
      look: async () => {
        const responses = await Promise.all(
          ["/", "/sign-in"].map((path) => sendRequest(site + path, { headers: asBrowser })),
        );
        return cached(
          responses,
          "no-store",
          "A cached page shows an older version or someone else's session.",
        );
      },
    },
    {
      name: "built files are cached and compressed",
      look: async () => {
        const { text } = await sendRequest(`${site}/sign-in`, { headers: asBrowser });
        const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(
          ([, path]) => path ?? [],
        );
        if (files.length === 0) {
          return {
            wrong: "/sign-in references no built file",
            todo: "SITE_ROOT must be the web/dist of `pnpm build`.",
          };
        }
        const responses = await Promise.all(
          files.map((path) => sendRequest(site + path, { headers: asBrowser })),
        );
        return cached(responses, "immutable", "A CDN must respect the sidecar's headers.");
      },
    },
    {
      name: "the page has its configuration",
      look: async () => {
        const { text } = await sendRequest(`${site}/sign-in`, { headers: asBrowser });
        return readPageConfig(text)
          ? { ok: "platform, key and size limit are filled in" }
          : {
              wrong: "the page names no platform",
              todo: "The sidecar must serve it and fill in the configuration; a plain copy of web/dist has none.",
            };
      },
    },
    {
      name: "a link without a code leads to an explanation",
      look: async () => {
        const { status, headers } = await sendRequest(site + sidecarPaths.callback);
        const location = headers.get("location") ?? "no URL";
        return status === 303 && location.startsWith("/link-problem?") && !headers.has("set-cookie")
          ? { ok: `${sidecarPaths.callback} redirects to /link-problem` }
          : {
              wrong: `${sidecarPaths.callback} answers ${status} and leads to ${location}`,
              todo: "Route /auth/* to the sidecar, not to a static host.",
            };
      },
    },
    {
      name: "only pages of this site can sign users out",
      look: async () => {
        const { status, headers } = await sendRequest(site + sidecarPaths.signOut, { method: "POST" });
        const location = headers.get("location") ?? "no URL";
        return status === 303 && location.startsWith("/link-problem?code=link.other_page")
          ? { ok: "a post without an origin is refused" }
          : {
              wrong: `a post without an origin is answered ${status}, to ${location}`,
              todo: "Route /auth/* to the sidecar.",
            };
      },
    },
    {
      name: "the link that stops emails works",
      look: async () => {
        const path = `${sidecarPaths.stopEmail}/check-of-the-deployment`;
        const { status, text } = await sendRequest(site + path);
        return status === 200 && text.includes('<form method="post">')
          ? { ok: `${sidecarPaths.stopEmail} shows a button` }
          : {
              wrong: `${sidecarPaths.stopEmail} answers ${status}, without a button`,
              todo: "Route /email/* to the sidecar, not to a static host.",
            };
      },
    },
    {
      name: "the sidecar knows the site's public URL",
      look: async () => {
        const response = await sendRequest(site + sidecarPaths.persist, {
          method: "POST",
          headers: { origin: site, "sec-fetch-site": "same-origin" },
        });
        if (response.status === 401) return { ok: `SITE_URL is ${site}` };
        return {
          wrong: `a post of its own page is answered ${response.status} ${codeOf(response)}`.trim(),
          todo: `SITE_URL has to be ${site}, and the proxy must pass Origin on.`,
        };
      },
    },
  ];
}

function plainHttp(site: string): Verdict {
  const { hostname } = new URL(site);
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
    ? { unseen: "the site is on this machine" }
    : { wrong: "the site uses plain http", todo: "Put TLS in front, and check the https address." };
}

async function onlyHttps(site: string): Promise<Verdict> {
  const { headers } = await sendRequest(site);
  const demand = /max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
  if (Number(demand ?? 0) < 15_552_000) {
    return {
      wrong: "no response has Strict-Transport-Security",
      todo: "SITE_URL must begin with https:; the sidecar then sends it.",
    };
  }
  const { port, hostname } = new URL(site);
  if (port !== "") return { ok: "required for at least half a year" };
  const plain = await sendRequest(`http://${hostname}/`).catch(() => undefined);
  if (plain === undefined) return { ok: "required for at least half a year; nothing answers plain http" };
  return plain.headers.get("location")?.startsWith("https:") === true
    ? { ok: "required for at least half a year; plain http redirects" }
    : {
        wrong: `plain http is answered ${plain.status}`,
        todo: "Redirect http to https in the proxy.",
      };
}

/** Files below this size may arrive as they are: compressing them saves nothing. Characters. */
const worthCompressing = 1000;

function cached(
  responses: readonly Pick<ReceivedResponse, "status" | "headers" | "text">[],
  word: string,
  why: string,
): Verdict {
  for (const { status, headers, text } of responses) {
    const control = headers.get("cache-control") ?? "nothing";
    if (status !== 200)
      return {
        wrong: `one is answered ${status}`,
        todo: "SITE_ROOT must be the web/dist of `pnpm build`.",
      };
    if (!control.includes(word)) return { wrong: `Cache-Control says ${control}, not ${word}`, todo: why };
    if (text.length >= worthCompressing && !headers.has("content-encoding")) {
      return {
        wrong: "one is uncompressed",
        todo: "The proxy must pass Accept-Encoding on.",
      };
    }
  }
  return { ok: `${responses.length} of them` };
}
