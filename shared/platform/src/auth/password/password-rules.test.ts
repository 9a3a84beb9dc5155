import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { emptyFolder } from "../../testing/folders.ts";
import { signInByCode } from "../../testing/sign-in.ts";
import { platformWith } from "../../testing/platform-with.ts";

const strict = {
  changes: {
    "minimum_password_length = 8": "minimum_password_length = 10",
    'password_requirements = ""': 'password_requirements = "lower_upper_letters_digits_symbols"',
  },
};

let platform: Platform;
beforeAll(async () => {
  platform = await platformWith(strict, { auth: { requireCurrentPassword: true } });
}, 60_000);
afterAll(() => platform.stop());

const on =
  (target: Platform) =>
  (method: string, path: string, body?: unknown, token = target.anonKey) =>
    callAuth(target, { method, path, body, token });
const ask: ReturnType<typeof on> = (...question) => on(platform)(...question);

const tooShort = "Password should be at least 10 characters.";
const missing =
  "Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, " +
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789, !@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~.";

test.each([
  ["Short1!", [tooShort], ["length"]],
  ["long enough without the rest", [missing], ["characters"]],
  ["abc", [tooShort, missing], ["length", "characters"]],
])("the password %s is refused with all reasons", async (password, sentences, reasons) => {
  const email = "ann@people.example";
  const weak = {
    status: 422,
    body: { code: "weak_password", message: sentences.join(" "), weak_password: { reasons } },
  };
  expect(await ask("POST", "/signup", { email, password })).toEqual(weak);
  const { access_token } = await signInByCode(platform, `${reasons.join("-")}@people.example`);
  expect(await ask("PUT", "/user", { password }, access_token)).toEqual(weak);
});

test("a password that became too weak still signs in, with `weak_password`", async () => {
  const directory = await emptyFolder();
  const lenient = await platformWith({}, { directory });
  onTestFinished(() => lenient.stop());
  const account = { email: "ann@people.example", password: "eightlng" };
  const { access_token } = await signInByCode(lenient, account.email);
  const set = { password: account.password };
  expect(await on(lenient)("PUT", "/user", set, access_token)).toMatchObject({ status: 200 });
  const { body } = await on(lenient)("POST", "/token?grant_type=password", account);
  expect(body).toMatchObject({ weak_password: null });
  await lenient.stop();

  const strictNow = await platformWith(strict, { directory });
  onTestFinished(() => strictNow.stop());
  expect(await on(strictNow)("POST", "/token?grant_type=password", account)).toMatchObject({
    status: 200,
    body: {
      user: { email: account.email },
      weak_password: { message: `${tooShort} ${missing}`, reasons: ["length", "characters"] },
    },
  });
});

test("weak passwords have reasons without an API version too", async () => {
  const response = await fetch(`${platform.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: platform.anonKey },
    body: JSON.stringify({ email: "ann@people.example", password: "abc" }),
  });
  expect(response.headers.get("x-sb-error-code")).toBeNull();
  expect(await response.json()).toEqual({
    code: 422,
    error_code: "weak_password",
    msg: `${tooShort} ${missing}`,
    weak_password: { reasons: ["length", "characters"] },
  });
});

test("with `requireCurrentPassword`, only sessions started by email skip it", async () => {
  const email = "bob@people.example";
  const [old, wanted] = ["The old one, 1!", "The new one, 2!"];
  const byMail = await signInByCode(platform, email);
  expect(await ask("PUT", "/user", { password: old }, byMail.access_token)).toMatchObject({ status: 200 });
  const { body } = await ask("POST", "/token?grant_type=password", { email, password: old });
  const { access_token } = body as { access_token: string };
  const set = (also: object) => ask("PUT", "/user", { password: wanted, ...also }, access_token);
  expect(await set({})).toMatchObject({ status: 400, body: { code: "current_password_required" } });
  expect(await set({ current_password: "a guess of somebody" })).toMatchObject({
    status: 400,
    body: { code: "current_password_invalid" },
  });
  expect(await set({ current_password: old })).toMatchObject({ status: 200 });
});

test("a ban is reported for any password", async () => {
  const email = "carl@people.example";
  const { access_token } = await signInByCode(platform, email);
  const known = "A long enough one, 1!";
  await ask("PUT", "/user", { password: known }, access_token);
  await platform.database.as("postgres", {}, (query) =>
    query("update auth.users set banned_until = now() + interval '1 hour' where email = $1", [email]),
  );
  for (const password of [known, "another one"]) {
    expect(await ask("POST", "/token?grant_type=password", { email, password })).toMatchObject({
      status: 400,
      body: { code: "user_banned" },
    });
  }
});
