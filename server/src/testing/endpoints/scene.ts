import { type Browser, follow, linkOf, pathOf } from "../browser.ts";
import type { TestResponse } from "../send.ts";
import type { TestHarness } from "../test-harness.ts";
import { type SidecarOptions, startSidecar } from "../start-sidecar.ts";

/** Endpoint, situation and action; later steps may use the results of earlier ones. */
export type Step = [endpoint: string, situation: string, run: () => Promise<TestResponse>];

export type Scene = Awaited<ReturnType<typeof setScene>>;

/**
 * Shared by the steps: a user with an emailed link, the browser that requested it, another browser, and ways to
 * send requests.
 */
export async function setScene(harness: TestHarness) {
  const { sidecar, platform } = harness;
  const named: Record<string, string> = { [platform.url]: "<platform>", [sidecar.siteUrl]: "<site>" };
  const browser = harness.newBrowser();
  const other = harness.newBrowser();
  const email = harness.newAddress();
  const flow = await browser.requestEmail(email, "/r/abc");
  const link = linkOf(await platform.mailbox.latest(email));
  const token = new URL(link, sidecar.siteUrl).searchParams.get("token_hash") ?? "";
  Object.assign(named, { [token]: "<hash>", [flow]: "<flow>" });

  const get = (path: string, headers: Record<string, string> = {}) => sidecar.send({ path, headers });
  const head = (path: string) => sidecar.send({ path, method: "HEAD" });
  const post = (path: string, headers: Record<string, string> = {}) =>
    sidecar.send({ path, method: "POST", headers });
  const own = { Origin: sidecar.siteUrl };
  /** The session of the browser that requested the link, as a `Cookie` header. */
  const session = () =>
    [...browser.jar]
      .filter(([name]) => name.endsWith("sheaf-auth"))
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  /** Presses the newest link emailed to an address. Returns the path of the callback it leads to. */
  const pressed = async (user: Browser, to: string): Promise<string> => {
    const response = await user.press(linkOf(await platform.mailbox.latest(to)));
    return pathOf(await follow(response.location ?? ""));
  };
  /** Starts a flow as the pages do, and registers its ID under its name in the table. */
  const started = async (user: Browser, ask: () => Promise<{ error: Error | null }>) => {
    named[await user.startFlow(ask)] = "<flow>";
  };
  /** A complete sign-in of a new user, with these parameters in the callback's URL. */
  const finish = async (next: string, parameters: Record<string, string>): Promise<TestResponse> => {
    const user = harness.newBrowser();
    const reached = await harness.signInUpToCallback(user, { next });
    named[reached.flowId] = "<flow>";
    for (const [name, value] of Object.entries(parameters)) reached.callback.searchParams.set(name, value);
    return user.visit(pathOf(reached.callback));
  };
  const secure = sidecar.siteUrl.startsWith("https:");
  /** The same site without a platform. */
  const another = (options: SidecarOptions = {}) =>
    startSidecar({ ...options, ...(secure && { siteUrl: sidecar.siteUrl }) });
  /** The response to the second attempt where one per minute is allowed. */
  const busy = async (path: string, method: string): Promise<TestResponse> => {
    const limited = await another({ limits: { perAddress: 1 } });
    const ask = () => limited.send({ path, method, headers: { Origin: limited.siteUrl } });
    await ask();
    const response = await ask();
    await limited.stop();
    return response;
  };

  return {
    harness,
    sidecar,
    platform,
    /** Values that differ between runs, with their names in the table. */
    named,
    browser,
    other,
    email,
    flow,
    link,
    token,
    /** Path of the callback that the pressed link leads to. */
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
