import { type Browser, follow, linkOf, pathOf } from "./browser.ts";
import { deviations } from "./deviations.ts";
import { describeAnswer } from "./describe-answer.ts";
import type { Answer } from "./send.ts";
import type { Stage } from "./stage.ts";
import { type SidecarOptions, startSidecar } from "./start-sidecar.ts";

/** endpoint, situation, and what is done; a later step may use what an earlier one did. */
type Step = [endpoint: string, situation: string, run: () => Promise<Answer>];

/** Performs every endpoint with every kind of input. A row: endpoint, situation, status, location, cookies. */
export async function performEndpoints(stage: Stage): Promise<{
  rows: string[][];
  /** Cookie attributes and headers that are not as specified. */
  wrong: string[];
}> {
  const { sidecar, platform } = stage;
  const named: Record<string, string> = { [platform.url]: "<platform>", [sidecar.siteUrl]: "<site>" };
  const browser = stage.newBrowser();
  const other = stage.newBrowser();
  const email = stage.newPerson();
  const flow = await browser.askForMail(email, "/r/abc");
  const link = linkOf(await platform.mailbox.latest(email));
  const token = new URL(link, sidecar.siteUrl).searchParams.get("token_hash") ?? "";
  Object.assign(named, { [token]: "<hash>", [flow]: "<flow>" });
  let callback = "";
  let failing = "";

  const get = (path: string, headers: Record<string, string> = {}) => sidecar.send({ path, headers });
  const head = (path: string) => sidecar.send({ path, method: "HEAD" });
  const post = (path: string, headers: Record<string, string> = {}) =>
    sidecar.send({ path, method: "POST", headers });
  const own = { Origin: sidecar.siteUrl };
  const code = "12345678-1234";
  const session = () =>
    [...browser.jar]
      .filter(([name]) => name.endsWith("sheaf-auth"))
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  const pressed = async (who: Browser, to: string): Promise<string> => {
    const answer = await who.press(linkOf(await platform.mailbox.latest(to)));
    return pathOf(await follow(answer.location ?? ""));
  };
  const started = async (who: Browser, ask: () => Promise<{ error: Error | null }>) => {
    named[await who.startFlow(ask)] = "<flow>";
  };
  const finish = async (next: string, parameters: Record<string, string>): Promise<Answer> => {
    const who = stage.newBrowser();
    const reached = await stage.signInUpToCallback(who, { next });
    named[reached.flowId] = "<flow>";
    for (const [name, value] of Object.entries(parameters)) reached.callback.searchParams.set(name, value);
    return who.visit(pathOf(reached.callback));
  };
  const secure = sidecar.siteUrl.startsWith("https:");
  /** Of the same site, without a platform. */
  const another = (options: SidecarOptions = {}) =>
    startSidecar({ ...options, ...(secure && { siteUrl: sidecar.siteUrl }) });
  const busy = async (path: string, method: string): Promise<Answer> => {
    const limited = await another({ limits: { perAddress: 1 } });
    const ask = () => limited.send({ path, method, headers: { Origin: limited.siteUrl } });
    await ask();
    const answer = await ask();
    await limited.stop();
    return answer;
  };
  const newEmail = stage.newPerson();

  const confirm: Step[] = [
    ["GET /auth/confirm", "a whole link", () => get(link)],
    [
      "GET /auth/confirm",
      "parts missing, doubled, too long or not UTF-8",
      () => get("/auth/confirm?type=%ff"),
    ],
    ["HEAD /auth/confirm", "anything", () => head("/auth/confirm")],
    [
      "POST /auth/confirm",
      "from a page of another site",
      () => post(link, { Origin: "https://evil.example" }),
    ],
    ["POST /auth/confirm", "origin `null`", () => post(link, { Origin: "null" })],
    [
      "POST /auth/confirm",
      "origin `null`, and the browser says same-origin",
      () => post(link, { Origin: "null", "Sec-Fetch-Site": "same-origin" }),
    ],
    ["POST /auth/confirm", "no origin", () => post(link)],
    ["POST /auth/confirm", "parts missing, doubled, too long or not UTF-8", () => post("/auth/confirm", own)],
    [
      "POST /auth/confirm",
      "a body larger than a form",
      () => sidecar.send({ path: link, method: "POST", headers: own, body: "a".repeat(4097) }),
    ],
    ["POST /auth/confirm", "another browser, or later than four minutes", () => other.press(link)],
    [
      "POST /auth/confirm",
      "`redirect_to` off our site",
      () => other.press(`/auth/confirm?token_hash=${token}&type=signup&redirect_to=https://evil.example/`),
    ],
    [
      "POST /auth/confirm",
      "the browser that asked, within four minutes",
      async () => {
        const answer = await browser.press(link);
        callback = pathOf(await follow(answer.location ?? ""));
        return answer;
      },
    ],
    ["POST /auth/confirm", "too many tries", () => busy("/auth/confirm", "POST")],
  ];

  const signIn: Step[] = [
    ["HEAD /auth/callback", "anything, a good code too", () => head(callback)],
    ["GET /auth/callback", "the code, in a browser that did not ask", () => other.visit(callback)],
    ["GET /auth/callback", "the code, in the browser that asked", () => browser.visit(callback)],
    ["GET /auth/callback", "the same once more, by reload or back button", () => browser.visit(callback)],
    [
      "GET /auth/callback",
      "the code of somebody else, where a person signed in long ago",
      async () => {
        const elsewhere = stage.newBrowser();
        await stage.later(-90, async () => {
          const { callback: before } = await stage.signInUpToCallback(elsewhere);
          await elsewhere.visit(pathOf(before));
        });
        return elsewhere.visit(callback);
      },
    ],
    ["GET /auth/callback", "the code, `next` off our site", () => finish("/x", { next: "/\\evil.example" })],
    [
      "GET /auth/callback",
      "the code, too late",
      async () => {
        const who = stage.newBrowser();
        const reached = await stage.signInUpToCallback(who, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        failing = pathOf(reached.callback);
        return stage.later(6, () => who.visit(failing));
      },
    ],
    [
      "GET /auth/callback",
      "the code with the verifier of another sign-in",
      async () => {
        const who = stage.newBrowser();
        const reached = await stage.signInUpToCallback(who, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        const foreign = await stage.signInUpToCallback(stage.newBrowser(), { next: "/r/abc" });
        foreign.callback.searchParams.set("sb_flow_id", reached.flowId);
        return who.visit(pathOf(foreign.callback));
      },
    ],
  ];

  const kinds: Step[] = [
    [
      "GET /auth/callback",
      "the code of a recovery",
      async () => {
        const redirectTo = `${sidecar.siteUrl}/auth/callback?next=/r/abc`;
        await stage.later(2, () =>
          started(browser, () => browser.client.auth.resetPasswordForEmail(email, { redirectTo })),
        );
        return browser.visit(await pressed(browser, email));
      },
    ],
    ["GET /auth/callback", "the code of a joined account, `type=link`", () => finish("", { type: "link" })],
    [
      "GET /auth/callback",
      "the first half of a change of address",
      async () => {
        const emailRedirectTo = `${sidecar.siteUrl}/auth/callback`;
        await started(browser, () =>
          browser.client.auth.updateUser({ email: newEmail }, { emailRedirectTo }),
        );
        return browser.visit(await pressed(browser, email));
      },
    ],
    [
      "GET /auth/callback",
      "the code of its second half",
      async () => browser.visit(await pressed(browser, newEmail)),
    ],
  ];

  const refused: Step[] = [
    [
      "GET /auth/callback",
      "a link that was used or is too old",
      async () => {
        const redirect_to = `${sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc&sb_flow_id=${flow}`;
        const query = new URLSearchParams({ token, type: "signup", redirect_to });
        return get(pathOf(await follow(`${platform.url}/auth/v1/verify?${query.toString()}`)));
      },
    ],
    [
      "GET /auth/callback",
      "a refusal at the provider",
      () => get("/auth/callback?error=access_denied&type=provider"),
    ],
    [
      "GET /auth/callback",
      "a refusal while joining an account",
      () => get("/auth/callback?error_code=identity_already_exists&type=link"),
    ],
    ["GET /auth/callback", "an error without words of ours", () => get("/auth/callback?error=teapot")],
    ["GET /auth/callback", "no code and no error", () => get("/auth/callback?next=/r/abc")],
    [
      "GET /auth/callback",
      "a code doubled, in brackets, too long or not UTF-8",
      () => get(`/auth/callback?code=${code}&code=${code}`),
    ],
    [
      "GET /auth/callback",
      "`next` off our site, doubled or longer than 2,048",
      () => get("/auth/callback?error_code=otp_expired&next=//evil.example"),
    ],
    [
      "GET /auth/callback",
      "cookies of `j:` values",
      () => get(`/auth/callback?code=${code}`, { Cookie: 'sheaf-auth=j:{"a":1}; __proto__=j:{}' }),
    ],
    ["GET /auth/callback", "too many tries", () => busy(`/auth/callback?code=${code}`, "GET")],
  ];

  const persist: Step[] = [
    ["POST /auth/persist", "a good session", () => browser.press("/auth/persist")],
    [
      "POST /auth/persist",
      "an expired session",
      async () => {
        const who = stage.newBrowser();
        await stage.later(-70, async () => {
          const reached = await stage.signInUpToCallback(who);
          await who.visit(pathOf(reached.callback));
        });
        return who.press("/auth/persist");
      },
    ],
    ["POST /auth/persist", "no session, or not one of the platform's", () => post("/auth/persist", own)],
    [
      "POST /auth/persist",
      "from a page of another site",
      () => post("/auth/persist", { Origin: "https://evil.example", Cookie: session() }),
    ],
    [
      "POST /auth/persist",
      "origin `null`",
      () => post("/auth/persist", { Origin: "null", Cookie: session() }),
    ],
    [
      "POST /auth/persist",
      "the platform out of reach",
      async () => {
        const lonely = await another();
        const headers = { Origin: lonely.siteUrl, Cookie: session() };
        const answer = await lonely.send({ method: "POST", path: "/auth/persist", headers });
        await lonely.stop();
        return answer;
      },
    ],
    ["POST /auth/persist", "too many tries", () => busy("/auth/persist", "POST")],
    ["GET /auth/persist", "anything", () => get("/auth/persist")],
  ];

  const rest: Step[] = [
    [
      "POST /auth/sign-out",
      "from a page of another site",
      () => post("/auth/sign-out", { Origin: "https://evil.example", Cookie: session() }),
    ],
    ["POST /auth/sign-out", "from a page of ours", () => browser.press("/auth/sign-out")],
    ["GET /auth/sign-out", "anything", () => get("/auth/sign-out")],
    ["GET /auth/anything", "anything", () => get("/auth/anything")],
    ["GET /auth/%zz", "broken percent-encoding in the path", () => get("/auth/%zz")],
    ["GET /healthz", "anything", () => get("/healthz")],
    ["GET /readyz", "the platform's Auth answers", () => get("/readyz")],
    [
      "GET /readyz",
      "the platform's Auth does not answer",
      async () => {
        const lonely = await another();
        const answer = await lonely.send({ path: "/readyz" });
        await lonely.stop();
        return answer;
      },
    ],
  ];

  const rows: string[][] = [];
  const wrong: string[] = [];
  for (const [endpoint, situation, run] of [confirm, signIn, kinds, refused, persist, rest].flat()) {
    const answer = await run();
    const { status, location, cookies } = describeAnswer(answer, named);
    wrong.push(...deviations(answer, { secure }));
    rows.push([`\`${endpoint}\``, situation, status, location, cookies]);
  }
  return { rows, wrong };
}
