import type { Database } from "@sheaf/contract/database.types";
import type { Platform, Query } from "@sheaf/platform";
import { accessToken, insertAccount, insertSession } from "@sheaf/platform/testing/accounts";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/** Calls a function of the API. @throws if it refuses. */
export type Call = <Result>(name: string, args: Readonly<Record<string, unknown>>) => Promise<Result>;

/** A signed-in user. */
export interface Person {
  /** Storage, as the page uses it. */
  storage: SupabaseClient<Database>["storage"];
  /** Runs one transaction in the person's role, without HTTP: the worker is what these tests are about. */
  act<Result>(work: (call: Call, query: Query) => Promise<Result>): Promise<Result>;
}

/** Creates an account with one session. */
export async function signUp({ database, url, anonKey }: Platform, email: string): Promise<Person> {
  const claims = await database.as("supabase_admin", {}, async (query) =>
    insertSession(query, await insertAccount(query, email)),
  );
  const { storage } = createClient<Database>(url, anonKey, { accessToken: async () => accessToken(claims) });
  return {
    storage,
    act: (work) =>
      database.as("authenticated", { "request.jwt.claims": JSON.stringify(claims) }, (query) =>
        work(async (name, args) => {
          const named = Object.keys(args).map((arg, index) => `${arg} => $${index + 1}`);
          const { rows } = await query<{ result: never }>(
            `select to_jsonb(f) as result from public.${name}(${named.join(", ")}) as f`,
            Object.values(args),
          );
          return rows[0]?.result as never;
        }, query),
      ),
  };
}

export const openWorkspace = (call: Call): Promise<string> =>
  call("create_workspace", { name: "Okafor & Lind", display_name: "Nora Okafor" });

/** A draft with one required file item per title. */
export const draftOf = (title: string, items: readonly string[], recipients: readonly string[] = []) => ({
  title,
  message: "",
  due_on: null,
  recipients: recipients.map((email) => ({ email, name: "" })),
  items: items.map((item) => ({ title: item, instructions: "", kind: "file", required: true, accepts: [] })),
});
