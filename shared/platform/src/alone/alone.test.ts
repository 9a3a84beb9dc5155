import { onTestFinished, expect, test, describe } from "vitest";
import { readAuthEnvironment } from "./auth-environment.ts";
import { systemClock } from "../clock.ts";
import { development } from "../compose/compose-settings.ts";
import { readCompose } from "../compose/read-compose.ts";
import { openDatabase, type Database, type DatabaseRole } from "../database/database.ts";
import { loginString } from "../database/server-database.ts";
import { listen } from "../gateway/listen.ts";
import { signToken } from "../keys.ts";
import { silentLog } from "../log.ts";
import { createMailbox } from "../mail/mailbox.ts";
import { testEngines } from "../testing/engines.ts";
import { emptyFolder } from "../testing/folders.ts";
import { startAuth } from "./start-auth.ts";
import { startStorage } from "./start-storage.ts";

const loopback = { host: "127.0.0.1", port: 0 };
const jwtSecret = development.JWT_SECRET;

/** The database as one service logs in to it. */
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

describe.each(testEngines(process.env))("a service alone, on $name, by its own login", ({ open }) => {
  const opened = async () => {
    const database = await open();
    onTestFinished(() => database.stop());
    return database;
  };

  test("signs somebody in by the mail it sends, in the words it was given", async () => {
    const database = loggedIn(await opened(), "supabase_auth_admin");
    const templates = await listen({
      ...loopback,
      purpose: "templates",
      fetch: ({ url }) => new Response(`<p>{{ .Token }} from ${new URL(url).pathname}</p>`),
    });
    onTestFinished(() => templates.close());
    const { auth: service } = (await readCompose(development)).services;
    const told = Object.entries(service?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace("http://templates:8080", `http://127.0.0.1:${templates.port}`),
    ]);
    const mailbox = createMailbox({ clock: systemClock });
    const auth = await startAuth(
      { ...readAuthEnvironment(Object.fromEntries(told)), ...loopback },
      { database, mailTransport: mailbox, log: silentLog },
    );
    onTestFinished(() => auth.close());
    const ask = (path: string, body: unknown) =>
      fetch(`http://127.0.0.1:${auth.port}${path}`, { method: "POST", body: JSON.stringify(body) });

    const email = "ada@people.example";
    expect((await ask("/otp", { email })).status).toBe(200);
    const mail = await mailbox.latest(email);
    expect([mail.subject, mail.text]).toEqual([
      "Confirm your email address",
      expect.stringMatching(/^\d{8} from \/confirmation\.html$/),
    ]);
    const answer = await ask("/verify", { type: "email", email, token: mail.text.slice(0, 8) });
    expect(await answer.json()).toMatchObject({ user: { email, role: "authenticated" } });
  });

  test("stores for whoever may, and for nobody else", async () => {
    const database = loggedIn(await opened(), "supabase_storage_admin");
    const storage = await startStorage(
      {
        ...loopback,
        tokenKeys: { secret: jwtSecret, signingKeys: [] },
        settings: { fileSizeLimit: 100 },
        directory: await emptyFolder(),
      },
      { database, log: silentLog },
    );
    onTestFinished(() => storage.close());
    const ask = async (path: string, role: string, body: string) => {
      const answer = await fetch(`http://127.0.0.1:${storage.port}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${signToken({ role }, jwtSecret)}`,
          "content-type": path === "/bucket" ? "application/json" : "text/plain",
        },
        body,
      });
      return answer.status;
    };
    expect(await ask("/bucket", "service_role", JSON.stringify({ id: "notes", name: "notes" }))).toBe(200);
    expect(await ask("/object/notes/one", "authenticated", "x")).toBe(400);
    expect(await ask("/object/notes/one", "service_role", "x")).toBe(200);
    expect(await ask("/object/notes/two", "service_role", "x".repeat(101))).toBe(400);
  });
});
