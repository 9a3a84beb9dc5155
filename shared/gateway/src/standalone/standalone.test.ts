import { systemClock } from "@sheaf/platform/clock";
import { openDatabase, type Database, type DatabaseRole } from "@sheaf/platform/database";
import { signToken } from "@sheaf/platform/keys";
import { listen } from "@sheaf/platform/listen";
import { silentLog } from "@sheaf/platform/log";
import { createMailbox } from "@sheaf/platform/mailbox";
import { loginString } from "@sheaf/platform/server-database";
import { readAuthEnvironment } from "@sheaf/platform/standalone/auth-environment";
import type { Environment } from "@sheaf/platform/standalone/read-environment";
import { startAuth } from "@sheaf/platform/standalone/start-auth";
import { startStorage } from "@sheaf/platform/standalone/start-storage";
import { readStorageEnvironment } from "@sheaf/platform/standalone/storage-environment";
import { defaultStorageSettings } from "@sheaf/platform/storage-settings";
import { testEngines } from "@sheaf/platform/testing/engines";
import { emptyFolder } from "@sheaf/platform/testing/folders";
import { decodeJwt } from "jose";
import { onTestFinished, expect, test, describe } from "vitest";
import { development } from "../compose/compose-settings.ts";
import { readCompose } from "../compose/read-compose.ts";

const loopback = { host: "127.0.0.1", port: 0 };
const jwtSecret = development.JWT_SECRET;

/** Connects to the database as a service does, with its own role. */
function loggedIn(database: Database, login: DatabaseRole): Database {
  const own = openDatabase({
    connectionString: loginString(database.connectionString, login),
    login,
    connections: 2,
    end: () => Promise.resolve(),
  });
  onTestFinished(() => own.stop());
  return own;
}

describe.each(testEngines(process.env))("a standalone service with its own login on $name", ({ open }) => {
  const opened = async () => {
    const database = await open();
    onTestFinished(() => database.stop());
    return database;
  };

  test("signs in with an emailed code and the configured templates", async () => {
    const { signIn } = await authWith({});
    const { mail, body } = await signIn("ada@people.example");
    expect([mail.subject, mail.text]).toEqual([
      expect.stringMatching(/^Your Sheaf code is \d{4} \d{4}$/),
      expect.stringMatching(/^\d{8} from \/confirmation\.html$/),
    ]);
    expect(body).toMatchObject({ user: { email: "ada@people.example", role: "authenticated" } });
  });

  test("gives new accounts no role without a default group, as the real service does", async () => {
    const { signIn } = await authWith({ GOTRUE_JWT_DEFAULT_GROUP_NAME: undefined });
    const { body } = await signIn("ada@people.example");
    expect(body).toMatchObject({ user: { role: "" } });
    expect(decodeJwt(body.access_token)).toMatchObject({ role: "", aud: "authenticated" });
  });

  /** Auth with docker compose's environment, of which `changes` replaces or removes a part. */
  async function authWith(changes: Environment) {
    const database = loggedIn(await opened(), "supabase_auth_admin");
    const templates = await listen({
      ...loopback,
      purpose: "templates",
      fetch: ({ url }) => {
        const { pathname } = new URL(url);
        return new Response(`<p>{{ .Token }} from ${pathname}</p>`);
      },
    });
    onTestFinished(() => templates.close());
    const { auth: service } = (await readCompose(development)).services;
    const variables = Object.entries(service?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace("http://templates:8080", `http://127.0.0.1:${templates.port}`),
    ]);
    const mailbox = createMailbox({ clock: systemClock });
    const {
      settings,
      smtp: _,
      ...environment
    } = readAuthEnvironment({
      ...Object.fromEntries(variables),
      ...changes,
    });
    // This database has no migrations, and so none of their hooks.
    const auth = await startAuth(
      { ...environment, settings: { ...settings, hooks: {} }, ...loopback },
      { database, emailTransport: mailbox, log: silentLog },
    );
    onTestFinished(() => auth.close());
    const post = (path: string, body: unknown) =>
      fetch(`http://127.0.0.1:${auth.port}${path}`, { method: "POST", body: JSON.stringify(body) });
    return {
      signIn: async (email: string) => {
        expect((await post("/otp", { email })).status).toBe(200);
        const mail = await mailbox.latest(email);
        const response = await post("/verify", { type: "email", email, token: mail.text.slice(0, 8) });
        return { mail, body: (await response.json()) as { access_token: string } };
      },
    };
  }

  test.each([
    ["with the environment of docker compose", {}, "/storage/v1/upload/resumable/"],
    [
      "with a TUS_URL_PATH that has the gateway's prefix",
      { TUS_URL_PATH: "/storage/v1/upload/resumable" },
      "/storage/v1/storage/v1/upload/resumable/",
    ],
  ])("returns upload addresses as the real service does, %s", async (_, more, path) => {
    const { storage: service } = (await readCompose(development)).services;
    const container = { SERVER_HOST: "127.0.0.1", SERVER_PORT: "0" };
    const directory = await emptyFolder();
    const storage = await startStorage(
      { ...readStorageEnvironment({ ...container, ...service?.environment, ...more }), directory },
      { database: loggedIn(await opened(), "supabase_storage_admin"), log: silentLog },
    );
    onTestFinished(() => storage.close());
    const url = `http://127.0.0.1:${storage.port}`;
    const authorization = `Bearer ${signToken({ role: "service_role" }, jwtSecret)}`;
    await fetch(`${url}/bucket`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ name: "notes" }),
    });
    const created = await fetch(`${url}/upload/resumable`, {
      method: "POST",
      headers: {
        authorization,
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-metadata": `bucketName ${btoa("notes")},objectName ${btoa("a")}`,
        "x-forwarded-prefix": "/storage/v1",
      },
    });
    const { pathname } = new URL(created.headers.get("location") ?? "", url);
    expect(pathname.slice(0, pathname.lastIndexOf("/") + 1)).toBe(path);
  });

  test("stores files only for callers with permission", async () => {
    const database = loggedIn(await opened(), "supabase_storage_admin");
    const storage = await startStorage(
      {
        ...loopback,
        tokenKeys: { secret: jwtSecret, signingKeys: [] },
        settings: { ...defaultStorageSettings, fileSizeLimit: 100 },
        directory: await emptyFolder(),
      },
      { database, log: silentLog },
    );
    onTestFinished(() => storage.close());
    const post = async (path: string, role: string, body: string) => {
      const response = await fetch(`http://127.0.0.1:${storage.port}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${signToken({ role }, jwtSecret)}`,
          "content-type": path === "/bucket" ? "application/json" : "text/plain",
        },
        body,
      });
      return response.status;
    };
    expect(await post("/bucket", "service_role", JSON.stringify({ id: "notes", name: "notes" }))).toBe(200);
    expect(await post("/object/notes/one", "authenticated", "x")).toBe(400);
    expect(await post("/object/notes/one", "service_role", "x")).toBe(200);
    expect(await post("/object/notes/two", "service_role", "x".repeat(101))).toBe(400);
  });
});
