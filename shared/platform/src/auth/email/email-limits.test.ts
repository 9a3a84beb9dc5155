import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { signInByCode } from "../../testing/sign-in.ts";
import { platformWith } from "../../testing/platform-with.ts";

/** The platform's clock, advanced by hand. */
let now = Date.now();
const clock = () => new Date(now);
const [second, hour] = [1000, 3_600_000];

let platform: Platform;
function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}
const askForCode = (email: string) => ask("POST", "/otp", { email });

const overLimit = {
  status: 429,
  body: { code: "over_email_send_rate_limit", message: "email rate limit exceeded" },
};

describe("with three emails an hour", () => {
  beforeAll(async () => {
    platform = await platformWith({ added: "[auth.rate_limit]\nemail_sent = 3" }, { clock });
  }, 60_000);
  afterAll(() => platform.stop());

  test("the fourth is refused for any address, and changes nothing", async () => {
    now += hour;
    for (const name of ["ann", "bob", "carl"]) {
      expect(await askForCode(`${name}@people.example`)).toMatchObject({ status: 200 });
    }
    expect(await askForCode("dora@people.example")).toMatchObject(overLimit);
    const { rows } = await platform.database.as("postgres", {}, (query) =>
      query("select 1 from auth.users where email like 'dora%'", []),
    );
    expect(rows).toEqual([]);
    // A request that sends nothing is not refused, so unknown addresses don't stand out.
    expect(await ask("POST", "/recover", { email: "dora@people.example" })).toMatchObject({ status: 200 });
    now += hour;
    expect(await askForCode("dora@people.example")).toMatchObject({ status: 200 });
  });

  test("an email change counts once", async () => {
    now += hour;
    const { access_token } = await signInByCode(platform, "emil@people.example");
    for (const next of ["new", "newer"]) {
      now += second;
      const email = `${next}@people.example`;
      expect(await ask("PUT", "/user", { email }, access_token)).toMatchObject({ status: 200 });
    }
    now += second;
    expect(await ask("PUT", "/user", { email: "newest@people.example" }, access_token)).toMatchObject(
      overLimit,
    );
  });
});

describe("with no emails an hour", () => {
  beforeAll(async () => {
    platform = await platformWith({ added: "[auth.rate_limit]\nemail_sent = 0" }, { clock });
  }, 60_000);
  afterAll(() => platform.stop());

  test("every email is refused", async () => {
    expect(await askForCode("ann@people.example")).toMatchObject(overLimit);
    now += hour;
    expect(await askForCode("ann@people.example")).toMatchObject(overLimit);
  });
});

describe("with automatic confirmation", () => {
  beforeAll(async () => {
    const changes = {
      "enable_confirmations = true": "enable_confirmations = false",
      'max_frequency = "1s"': 'max_frequency = "1m"',
    };
    platform = await platformWith({ added: "[auth.rate_limit]\nemail_sent = 0", changes }, { clock });
  }, 60_000);
  afterAll(() => platform.stop());

  test("the hourly limit does not apply, the frequency limit does", async () => {
    const email = "ann@people.example";
    expect(await askForCode(email)).toMatchObject({ status: 200 });
    now += 18 * second;
    expect(await askForCode(email)).toMatchObject({
      status: 429,
      body: {
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 42 seconds.",
      },
    });
    now += 42 * second;
    expect(await askForCode(email)).toMatchObject({ status: 200 });
  });
});
