import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localKeys, signToken } from "../keys.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { productMigrations } from "../product-files.ts";

const shown = (name: string, setting: string) =>
  `create function public.${name}() returns text language sql stable ${setting} as $$
     select pg_catalog.current_setting('statement_timeout') $$;
   grant execute on function public.${name}() to authenticated;`;

let migrations: string;
let platform: Platform;
beforeAll(async () => {
  migrations = await mkdtemp(join(tmpdir(), "sheaf-test-"));
  await cp(productMigrations, migrations, { recursive: true });
  await writeFile(
    join(migrations, "20990101000000_shown.sql"),
    [shown("shown", ""), shown("shown_longer", "set statement_timeout = '8s'")].join("\n"),
  );
  platform = await startPlatform({ migrations });
});
afterAll(async () => {
  await platform.stop();
  await rm(migrations, { recursive: true });
});

async function call(name: string): Promise<unknown> {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const token = signToken({ sub: crypto.randomUUID(), role: "authenticated", exp }, localKeys.jwtSecret);
  const response = await fetch(`${platform.url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: localKeys.publishable, authorization: `Bearer ${token}` },
  });
  return response.json();
}

test("PostgREST gives a statement of a signed-in person three seconds, and a function the time that it sets", async () => {
  expect([await call("shown"), await call("shown_longer")]).toEqual(["3s", "8s"]);
});
