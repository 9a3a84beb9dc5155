import { type Browser, follow, linkOf, pathOf } from "../browser.ts";
import type { Answer } from "../send.ts";
import type { Stage } from "../stage.ts";
import { type SidecarOptions, startSidecar } from "../start-sidecar.ts";

/** endpoint, situation, and what is done; a later step may use what an earlier one did. */
export type Step = [endpoint: string, situation: string, run: () => Promise<Answer>];

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** What the steps share: a person with a mailed link, the browser that asked for it and another, and ways to ask. */
export async function setScene(stage: Stage) {
  const { sidecar, platform } = stage;
  const named: Record<string, string> = { [platform.url]: "<platform>", [sidecar.siteUrl]: "<site>" };
  const browser = stage.newBrowser();
  const other = stage.newBrowser();
  const email = stage.newPerson();
  const flow = await browser.askForMail(email, "/r/abc");
  const link = linkOf(await platform.mailbox.latest(email));
  const token = new URL(link, sidecar.siteUrl).searchParams.get("token_hash") ?? "";
  Object.assign(named, { [token]: "<hash>", [flow]: "<flow>" });

  const get = (path: string, headers: Record<string, string> = {}) => sidecar.send({ path, headers });
  const head = (path: string) => sidecar.send({ path, method: "HEAD" });
  const post = (path: string, headers: Record<string, string> = {}) =>
    sidecar.send({ path, method: "POST", headers });
  const own = { Origin: sidecar.siteUrl };
  /** The session of the browser that asked, as the `Cookie` header carries it. */
  const session = () =>
    [...browser.jar]
      .filter(([name]) => name.endsWith("sheaf-auth"))
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  /** Presses the newest link mailed to an address. Path of the callback that it leads to. */
  const pressed = async (who: Browser, to: string): Promise<string> => {
    const answer = await who.press(linkOf(await platform.mailbox.latest(to)));
    return pathOf(await follow(answer.location ?? ""));
  };
  /** Starts a flow as the pages do, and gives its id the name that it has in the table. */
  const started = async (who: Browser, ask: () => Promise<{ error: Error | null }>) => {
    named[await who.startFlow(ask)] = "<flow>";
  };
  /** A whole sign-in of somebody new, with these parameters in the address of its callback. */
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
  /** The answer to the second try where one a minute is allowed. */
  const busy = async (path: string, method: string): Promise<Answer> => {
    const limited = await another({ limits: { perAddress: 1 } });
    const ask = () => limited.send({ path, method, headers: { Origin: limited.siteUrl } });
    await ask();
    const answer = await ask();
    await limited.stop();
    return answer;
  };

  return {
    stage,
    sidecar,
    platform,
    /** What differs from run to run, with the name that it has in the table. */
    named,
    browser,
    other,
    email,
    flow,
    link,
    token,
    /** Path of the callback that the pressed link led to. */
    callback: "",
    get,
    head,
    post,
    own,
    session,
    pressed,
    started,
    finish,
    another,
    busy,
    secure,
  };
}
