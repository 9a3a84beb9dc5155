import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { presentCaptchasWith, solveCaptcha } from "../lib/captcha/captcha-question.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { showCaptcha } from "./show-captcha.tsx";

mockPlatform();
presentCaptchasWith(async (question) => showCaptcha(question));

const captcha = { provider: "turnstile", siteKey: "site-key" } as const;
type Options = { sitekey: string; callback: (token: string) => void; "error-callback": () => void };

/** The provider's script, once it has loaded. */
const shown: Options[] = [];
const removed: string[] = [];
Reflect.set(globalThis, "turnstile", {
  render: (_place: HTMLElement, options: Options) => `widget-${shown.push(options)}`,
  remove: (id: string) => removed.push(id),
});

/** The provider's script in the page; the test environment loads none. */
function scriptElement(): HTMLScriptElement {
  const script = document.head.querySelector<HTMLScriptElement>('script[src*="turnstile"]');
  if (!script) throw new Error("The page has no script of the provider.");
  return script;
}

let taken = 0;

/** The script arrives and shows its widget. */
async function nextWidget(): Promise<Options> {
  const index = taken++;
  Reflect.get(globalThis, "sheafCaptchaReady")?.();
  return waitFor(() => {
    const options = shown[index];
    if (!options) throw new Error("No widget is shown.");
    return options;
  });
}

async function ask() {
  const { user } = renderApp("/sign-in");
  const outcome = solveCaptcha(captcha).catch(() => "cancelled");
  const dialog = within(await screen.findByRole("dialog", { name: "Are you human?" }));
  return { user, dialog, outcome };
}

// The page loads the provider's script once, so the test in which it fails comes first, however tests are shuffled.
describe("the question whether a visitor is human", { shuffle: false }, () => {
  test("a script that doesn't load says so and is loaded again on request; solving the CAPTCHA continues", async () => {
    const { user, dialog, outcome } = await ask();
    await waitFor(scriptElement);
    expect(scriptElement().src).toBe(
      "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=sheafCaptchaReady",
    );
    scriptElement().dispatchEvent(new Event("error"));
    await dialog.findByText(/The check didn’t load/);
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(scriptElement);

    const { sitekey, callback } = await nextWidget();
    expect(sitekey).toBe("site-key");
    callback("token-1");
    expect(await outcome).toBe("token-1");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(removed).toEqual(["widget-1"]);
  });

  test("cancelling ends the request that waited for it, and the next one asks again", async () => {
    const { user, dialog, outcome } = await ask();
    const second = solveCaptcha(captcha);
    await nextWidget();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(await outcome).toBe("cancelled");
    const { callback } = await nextWidget();
    callback("token-2");
    expect(await second).toBe("token-2");
  });
});
