import { randomUUID } from "node:crypto";
import { type ReceivedResponse, codeOf } from "./send-request.ts";
import { functions, openFunction, openFunctions, tables } from "./api-surface.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check, Verdict } from "./verdict.ts";

const push = "Apply the migrations: `supabase db push --remote`.";
const rights = "Rights were changed by hand: compare them with the migrations, which name every grant.";

/** PostgREST's codes for unknown tables and functions, in versions 14 and 12. */
const unknownCodes = new Set(["PGRST205", "42P01", "PGRST202", "42883"]);

/** Schemas that must not be exposed. */
const hidden = ["private", "hooks", "auth", "storage", "graphql_public"];

/** Checks of what the REST API allows with the page's key and no account. */
export function restChecks({ page, ask }: Visitor): Check[] {
  const call = (name: string, args: object) =>
    ask(`/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(args),
    });

  return [
    {
      name: "every table exists and is closed to anonymous visitors",
      look: async () =>
        closed(
          await Promise.all(
            tables.map(async (name) => [name, await ask(`/rest/v1/${name}?limit=1`)] as const),
          ),
        ),
    },
    {
      name: "every function exists and is closed to anonymous visitors",
      look: async () => {
        const responses: [string, ReceivedResponse][] = [];
        for (const { name, args } of functions) {
          if (!openFunctions.has(name)) responses.push([name, await call(name, args)]);
        }
        return closed(responses);
      },
    },
    {
      name: "an unknown link reveals nothing",
      look: async () => {
        const response = await call(openFunction, { token: "0".repeat(43) });
        if (response.status === 200 && Array.isArray(response.json) && response.json.length === 0) {
          return { ok: `${openFunction} answers an empty list` };
        }
        return {
          wrong: `${openFunction} answers ${response.status} ${codeOf(response)}`.trim(),
          todo: isUnknown(response) ? push : rights,
        };
      },
    },
    {
      name: "counts from the planner's statistics are refused",
      look: async () => {
        const { status } = await ask("/rest/v1/requests?limit=0", { headers: { prefer: "count=planned" } });
        return status === 400
          ? { ok: "count=planned answers 400" }
          : {
              wrong: `count=planned answers ${status}`,
              todo: "As postgres: `alter role authenticator set pgrst.db_pre_request = 'hooks.check_request'; notify pgrst, 'reload config';`.",
            };
      },
    },
    {
      name: "queries that combine more rows than the page's are refused",
      look: async () => {
        const request = `request_id=eq.${randomUUID()}`;
        const response = await ask(`/rest/v1/items?${request}&select=id,requests(id,items(id,requests(id)))`);
        if (codeOf(response) === "query.refused") return { ok: "nested rows answer query.refused" };
        const answers = `nested rows answer ${response.status} ${codeOf(response)}`.trim();
        if (new URL(page.platformUrl).hostname.endsWith(".supabase.co")) {
          return { unseen: `${answers}; on hosted the limit of three seconds for a statement bounds them` };
        }
        return {
          wrong: answers,
          todo: "Refuse them in the proxy in front, as shared/gateway/Caddyfile does: one of 108 bytes holds a connection and half a gigabyte for seconds.",
        };
      },
    },
    {
      name: "bodies of more than 1 MB are refused",
      look: async () => {
        const answered: string[] = [];
        for (const path of [`/rest/v1/rpc/${openFunction}`, "/auth/v1/token?grant_type=password"]) {
          // Some proxies close the connection instead, because they stop reading.
          const { status } = await ask(path, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ token: "0".repeat(1_100_000) }),
          }).catch(() => ({ status: 413 }));
          if (status !== 413) answered.push(`${path} answers ${status}`);
        }
        if (answered.length === 0) return { ok: "PostgREST and Auth answer 413" };
        if (new URL(page.platformUrl).hostname.endsWith(".supabase.co")) {
          return { unseen: `${answered.join(", ")}; hosted projects have limits of their own` };
        }
        return {
          wrong: answered.join(", "),
          todo: "Limit bodies in the proxy in front, as shared/gateway/Caddyfile does: one of 150 MB takes a gigabyte of memory.",
        };
      },
    },
    {
      name: "only the schema public is exposed",
      look: async () => {
        const open: string[] = [];
        for (const schema of hidden) {
          const response = await ask("/rest/v1/anything", { headers: { "accept-profile": schema } });
          if (codeOf(response) !== "PGRST106") open.push(schema);
        }
        return open.length === 0
          ? { ok: `${hidden.length} others are not` }
          : {
              wrong: `so is ${open.join(", ")}`,
              todo: "Project Settings, Data API, Exposed schemas: leave only public. `supabase config push` does the same.",
            };
      },
    },
  ];
}

function closed(responses: readonly (readonly [name: string, response: ReceivedResponse])[]): Verdict {
  const named = (which: (response: ReceivedResponse) => boolean) =>
    responses.flatMap(([name, response]) => (which(response) ? name : []));
  const missing = named(isUnknown);
  if (missing.length > 0) return { wrong: `missing: ${missing.join(", ")}`, todo: push };
  const open = named((response) => codeOf(response) !== "42501");
  if (open.length > 0) return { wrong: `open: ${open.join(", ")}`, todo: rights };
  return { ok: `${responses.length} of them` };
}

function isUnknown(response: ReceivedResponse): boolean {
  return unknownCodes.has(codeOf(response));
}
