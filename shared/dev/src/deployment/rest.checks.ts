import { type Answer, codeOf } from "./ask.ts";
import { functions, openFunction, tables } from "./api-surface.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check, Verdict } from "./verdict.ts";

const push = "Apply the migrations: `supabase db push --remote`.";
const rights = "Rights were changed by hand: compare them with the migrations, which name every grant.";

/** How PostgREST says that it knows nothing of that name: 14 and 12, of tables and of functions. */
const unknownCodes = new Set(["PGRST205", "42P01", "PGRST202", "42883"]);

/** Schemas that no project of ours hands out. */
const hidden = ["private", "auth", "storage", "graphql_public"];

/** What the rows' API lets somebody do who has the page's key and no account. */
export function restChecks({ ask }: Visitor): Check[] {
  const call = (name: string, args: object) =>
    ask(`/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(args),
    });

  return [
    {
      name: "every table is there, and closed to whoever has no account",
      look: async () =>
        closed(
          await Promise.all(
            tables.map(async (name) => [name, await ask(`/rest/v1/${name}?limit=1`)] as const),
          ),
        ),
    },
    {
      name: "every function is there, and closed to whoever has no account",
      look: async () => {
        const answers: [string, Answer][] = [];
        for (const { name, args } of functions) {
          if (name !== openFunction) answers.push([name, await call(name, args)]);
        }
        return closed(answers);
      },
    },
    {
      name: "a link that leads nowhere says nothing",
      look: async () => {
        const answer = await call(openFunction, { token: "0".repeat(43) });
        if (answer.status === 200 && Array.isArray(answer.json) && answer.json.length === 0) {
          return { ok: `${openFunction} answers an empty list` };
        }
        return {
          wrong: `${openFunction} answers ${answer.status} ${codeOf(answer)}`.trim(),
          todo: isUnknown(answer) ? push : rights,
        };
      },
    },
    {
      name: "only the schema public is handed out",
      look: async () => {
        const open: string[] = [];
        for (const schema of hidden) {
          const answer = await ask("/rest/v1/anything", { headers: { "accept-profile": schema } });
          if (codeOf(answer) !== "PGRST106") open.push(schema);
        }
        return open.length === 0
          ? { ok: `${hidden.length} others are not` }
          : {
              wrong: `so is ${open.join(", ")}`,
              todo: "Project Settings, Data API, Exposed schemas: public alone; `supabase config push` does it too.",
            };
      },
    },
  ];
}

function closed(answers: readonly (readonly [name: string, answer: Answer])[]): Verdict {
  const named = (which: (answer: Answer) => boolean) =>
    answers.flatMap(([name, answer]) => (which(answer) ? name : []));
  const missing = named(isUnknown);
  if (missing.length > 0) return { wrong: `missing: ${missing.join(", ")}`, todo: push };
  const open = named((answer) => codeOf(answer) !== "42501");
  if (open.length > 0) return { wrong: `open: ${open.join(", ")}`, todo: rights };
  return { ok: `${answers.length} of them` };
}

function isUnknown(answer: Answer): boolean {
  return unknownCodes.has(codeOf(answer));
}
