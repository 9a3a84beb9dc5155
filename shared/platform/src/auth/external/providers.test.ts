import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { productConfig } from "../../product-files.ts";
import { withoutEmailTemplates } from "../../testing/without-email-templates.ts";

/** Google and GitHub at their real addresses; requests are recorded. */
const requests: { url: string; authorization: string | null; body: URLSearchParams }[] = [];
let answers: Record<string, () => Response> = {};

const reachProvider: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = new URLSearchParams(await request.text());
  requests.push({ url: request.url, authorization: request.headers.get("authorization"), body });
  return answers[request.url]?.() ?? new Response("not found", { status: 404 });
};

let platform: Platform;
let folder = "";

beforeAll(async () => {
  const product = await readFile(productConfig, "utf8");
  const settings = withoutEmailTemplates(product).replaceAll(
    /enabled = false\nclient_id = "env\(\w+\)"\nsecret = "env\(\w+\)"/g,
    'enabled = true\nclient_id = "ours"\nsecret = "between us"',
  );
  folder = await mkdtemp(join(tmpdir(), "sheaf-test-"));
  const config = join(folder, "config.toml");
  await writeFile(config, settings);
  platform = await startPlatform({ migrations: "none", config, reachProvider });
}, 60_000);

afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

async function begin(provider: string): Promise<URL> {
  const query = new URLSearchParams({ provider, redirect_to: "http://127.0.0.1:3000/back" });
  const response = await fetch(`${platform.url}/auth/v1/authorize?${query.toString()}`, {
    redirect: "manual",
  });
  return new URL(response.headers.get("location") ?? "");
}

/** Returns with a code; yields the redirect and the user. */
async function comeBack(begun: URL) {
  const query = new URLSearchParams({ state: begun.searchParams.get("state") ?? "", code: "from-there" });
  const response = await fetch(`${platform.url}/auth/v1/callback?${query.toString()}`, {
    redirect: "manual",
  });
  const landed = new URL(response.headers.get("location") ?? "");
  const fragment = new URLSearchParams(landed.hash.slice(1));
  const user = await fetch(`${platform.url}/auth/v1/user`, {
    headers: { apikey: platform.anonKey, authorization: `Bearer ${fragment.get("access_token")}` },
  });
  return { landed, user: await user.json() };
}

test("Google's profile becomes an account", async () => {
  answers = {
    "https://oauth2.googleapis.com/token": () => Response.json({ access_token: "google-token" }),
    "https://openidconnect.googleapis.com/v1/userinfo": () =>
      Response.json({
        sub: "1234",
        name: "Ada Lovelace",
        picture: "https://pictures.example/ada",
        email: "Ada@Mail.example",
        email_verified: true,
      }),
  };
  const begun = await begin("google");
  expect(begun.origin + begun.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
  expect(begun.searchParams.get("client_id")).toBe("ours");
  expect(begun.searchParams.get("scope")).toBe("openid email profile");
  requests.length = 0;
  const { user } = await comeBack(begun);
  expect(user).toMatchObject({
    email: "ada@mail.example",
    user_metadata: {
      iss: "https://accounts.google.com",
      sub: "1234",
      provider_id: "1234",
      full_name: "Ada Lovelace",
      avatar_url: "https://pictures.example/ada",
      email_verified: true,
      phone_verified: false,
    },
    identities: [{ id: "1234", provider: "google" }],
  });
  expect(Object.fromEntries(requests[0]?.body ?? [])).toEqual({
    grant_type: "authorization_code",
    code: "from-there",
    redirect_uri: `${platform.url}/auth/v1/callback`,
    client_id: "ours",
    client_secret: "between us",
  });
  expect(requests[1]?.authorization).toBe("Bearer google-token");
});

function gitHubSays(emails: unknown) {
  answers = {
    "https://github.com/login/oauth/access_token": () => Response.json({ access_token: "github-token" }),
    "https://api.github.com/user": () =>
      Response.json({ id: 99, login: "grace", name: null, avatar_url: null, email: "shown@mail.example" }),
    "https://api.github.com/user/emails": () => Response.json(emails),
  };
}

test("GitHub's primary address is used, not the public one", async () => {
  gitHubSays([
    { email: "old@mail.example", verified: true, primary: false },
    { email: "grace@mail.example", verified: true, primary: true },
  ]);
  const begun = await begin("github");
  expect(begun.origin + begun.pathname).toBe("https://github.com/login/oauth/authorize");
  expect(begun.searchParams.get("scope")).toBe("user:email");
  const { user } = await comeBack(begun);
  expect(user).toMatchObject({
    email: "grace@mail.example",
    user_metadata: {
      iss: "https://api.github.com",
      sub: "99",
      user_name: "grace",
      preferred_username: "grace",
    },
    identities: [{ id: "99", provider: "github" }],
  });
  expect(user).not.toHaveProperty("user_metadata.name");
});

test("a provider without an address is refused", async () => {
  gitHubSays([]);
  const { landed } = await comeBack(await begin("github"));
  expect(landed.searchParams.get("error_code")).toBe("unexpected_failure");
  expect(landed.searchParams.get("error_description")).toBe(
    "Error getting user email from external provider",
  );
});

test("a failing or malformed provider is refused", async () => {
  const token = "https://github.com/login/oauth/access_token";
  for (const response of [
    () => new Response("over capacity", { status: 503 }),
    () => Response.json({ error: "bad_verification_code" }),
    () => new Response("<html>"),
    () => {
      throw new TypeError("fetch failed");
    },
  ]) {
    gitHubSays([]);
    answers[token] = response;
    const { landed } = await comeBack(await begin("github"));
    expect(landed.searchParams.get("error")).toBe("server_error");
    expect(landed.searchParams.get("error_description")).toBe("Unable to exchange external code: from");
    expect(landed.href.startsWith("http://127.0.0.1:3000/back")).toBe(true);
  }
  gitHubSays("not a list");
  const { landed } = await comeBack(await begin("github"));
  expect(landed.searchParams.get("error_description")).toBe(
    "Error getting user profile from external provider",
  );
});

test("the settings list enabled providers", async () => {
  const response = await fetch(`${platform.url}/auth/v1/settings`, { headers: { apikey: platform.anonKey } });
  expect(await response.json()).toMatchObject({ external: { google: true, github: true, keycloak: false } });
});
