import type { Browser, BrowserContext } from "@playwright/test";

/** A page of the browser without Playwright, whose network events make the page keep every response that it reads. */
export interface UnwatchedPage {
  /** Runs a function in the page, which can't use anything outside it. Its result must be JSON. */
  evaluate: <Value>(run: () => Value | Promise<Value>) => Promise<Value>;
  /** Sends a command of the DevTools protocol. */
  send: (method: string, params?: object) => Promise<unknown>;
  close: () => Promise<void>;
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** Opens a URL with the cookies of another context. */
export async function openUnwatchedPage(
  browser: Browser,
  { url, cookiesOf }: { url: string; cookiesOf: BrowserContext },
): Promise<UnwatchedPage> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send("Target.createBrowserContext");
  const cookies = (await cookiesOf.cookies()).map(({ name, value }) => ({ name, value, url }));
  await root.send("Storage.setCookies", { browserContextId, cookies });
  const { targetId } = await root.send("Target.createTarget", {
    url,
    browserContextId,
    width: 1280,
    height: 900,
  });
  const { sessionId } = await root.send("Target.attachToTarget", { targetId });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  root.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id = 0, result, error }: Answer = JSON.parse(message);
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
  });
  let sent = 0;
  const send = async (method: string, params: object = {}) => {
    const id = (sent += 1);
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    await root.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    return answer.promise;
  };
  return {
    send,
    evaluate: async <Value>(run: () => Value | Promise<Value>) => {
      const options = { expression: `(${String(run)})()`, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = (await send("Runtime.evaluate", options)) as {
        result: { value: Value };
        exceptionDetails?: { text: string };
      };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    close: async () => {
      await root.send("Target.disposeBrowserContext", { browserContextId });
      await root.detach();
    },
  };
}
