import type { CaptchaProvider } from "@sheaf/contract/sidecar";

/** The part of the providers' scripts that both have in common. */
export interface CaptchaScript {
  /** Returns the widget's id. */
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      "error-callback": () => void;
      "expired-callback": () => void;
    },
  ) => string;
  remove: (id: string) => void;
}

/** Called by the script once it is ready. */
const readyName = "sheafCaptchaReady";

/** From the providers' own hosts: they forbid copies. The content security policy allows the configured one. */
const addresses: Record<CaptchaProvider, string> = {
  turnstile: `https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=${readyName}`,
  hcaptcha: `https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&onload=${readyName}`,
};

/** The used part of Trusted Types, which TypeScript's DOM library lacks. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

let loaded: Promise<CaptchaScript> | undefined;

/** Loads the provider's script once. After a failure, the next call tries again. */
export function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaScript> {
  loaded ??= load(provider).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(provider: CaptchaProvider): Promise<CaptchaScript> {
  const script = document.createElement("script");
  await new Promise<void>((resolve, reject) => {
    Reflect.set(globalThis, readyName, resolve);
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The CAPTCHA's script could not be loaded."));
    });
    script.src = trusted(addresses[provider]);
    document.head.append(script);
  });
  return Reflect.get(globalThis, provider) as CaptchaScript;
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** The policy vouches for the addresses above only, and its name can be used once. */
function trusted(address: string): string {
  const types = Reflect.get(globalThis, "trustedTypes") as TrustedTypes | undefined;
  policy ??= types?.createPolicy("sheaf-captcha", {
    createScriptURL: (url) => Object.values(addresses).find((known) => known === url) ?? "",
  });
  return policy ? policy.createScriptURL(address) : address;
}
