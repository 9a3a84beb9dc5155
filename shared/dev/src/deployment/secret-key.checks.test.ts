import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { secretKeyChecks } from "./secret-key.checks.ts";
import { findingsOf, lineOf } from "./verdict.ts";

const secretKey = "sb_secret_of-a-project_12345678";
const keysSeen: unknown[] = [];
const stranger = createServer(({ headers }, response) => {
  keysSeen.push(headers["apikey"]);
  response.end("[]");
});
let named = "";

beforeAll(async () => {
  await once(stranger.listen(0, "127.0.0.1"), "listening");
  const { port } = stranger.address() as AddressInfo;
  named = `http://127.0.0.1:${port}`;
});
beforeEach(() => void keysSeen.splice(0));
afterAll(() => void stranger.close());

async function linesWith(supabaseUrl: string | undefined): Promise<string[]> {
  const page = {
    platformUrl: named,
    publishableKey: "sb_publishable_x",
    maxFileBytes: 1,
    captchaProvider: "",
  };
  const lines: string[] = [];
  for await (const finding of findingsOf(secretKeyChecks(page, { secretKey, supabaseUrl })))
    lines.push(lineOf(finding));
  return lines;
}

test("the secret key is sent to the platform from the environment", async () => {
  expect(await linesWith(named)).toContain("ok     the worker's key works: it may mark objects as purged");
  expect(keysSeen).toContain(secretKey);
});

test.each([undefined, "https://project.example", "not an address"])(
  "the secret key isn't sent to a platform named only by the page, when SUPABASE_URL is %s",
  async (supabaseUrl) => {
    const [line, ...more] = await linesWith(supabaseUrl);
    expect(line).toMatch(/^(-|WRONG) +the worker's key works: /);
    expect(more).toEqual([]);
    expect(keysSeen).toEqual([]);
    expect(line).not.toContain(secretKey);
  },
);
