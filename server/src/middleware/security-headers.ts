import type { Captcha, CaptchaProvider } from "@sheaf/contract/sidecar";
import type { RequestHandler } from "express";
import helmet from "helmet";

const yearInSeconds = 31_536_000;

/** Features that none of our pages use, denied to injected scripts as well. */
const permissions = [
  "accelerometer=()",
  "browsing-topics=()",
  "camera=()",
  "display-capture=()",
  "geolocation=()",
  "gyroscope=()",
  "magnetometer=()",
  "microphone=()",
  "midi=()",
  "payment=()",
  "serial=()",
  "usb=()",
  "clipboard-write=(self)",
  "publickey-credentials-create=(self)",
  "publickey-credentials-get=(self)",
].join(", ");

/** Hosts of each provider, as its documentation lists them. */
const captchaHosts: Readonly<Record<CaptchaProvider, readonly string[]>> = {
  turnstile: ["https://challenges.cloudflare.com"],
  hcaptcha: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
};

/**
 * For the workers that hash files and decode HEIC pictures, in place of the policy below. A worker obeys the policy of its
 * own script, so it may compile WebAssembly although no page may. It may load nothing.
 */
export const wasmWorkerPolicy =
  "default-src 'none';script-src 'wasm-unsafe-eval';require-trusted-types-for 'script';trusted-types 'none'";

/**
 * For files that are part of a page or a worker, which has its own policy: browsers apply this one only if a user opens
 * the file itself. Short, because each page loads several.
 */
export const assetPolicy = "default-src 'none'";

/**
 * One policy for every other response. `form-action` includes the platform because browsers check it again for each
 * redirect after a form: the confirmation is posted here and continues to the platform and back. Only a CAPTCHA adds hosts,
 * those of its provider.
 */
export function securityHeaders(options: {
  platformUrl: string;
  secure: boolean;
  captcha: Captcha | null;
  /** Of the styles inside the prerendered documents. */
  styleHashes: readonly string[];
}): RequestHandler[] {
  const own = "'self'";
  const none = ["'none'"];
  const provider = options.captcha?.provider;
  const captcha = provider ? captchaHosts[provider] : [];
  // Only hCaptcha also loads styles and sends requests in the page itself.
  const hcaptcha = provider === "hcaptcha" ? captcha : [];
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: none,
          scriptSrc: [own, ...captcha],
          styleSrc: [own, ...options.styleHashes, ...hcaptcha],
          connectSrc: [own, options.platformUrl, ...hcaptcha],
          imgSrc: [own, "blob:"],
          fontSrc: [own],
          workerSrc: [own],
          frameSrc: provider ? captcha : none,
          formAction: [own, options.platformUrl],
          frameAncestors: none,
          objectSrc: none,
          baseUri: none,
          requireTrustedTypesFor: ["'script'"],
          // For the URLs of our workers and of the CAPTCHA's script. Injected scripts can't create another policy.
          trustedTypes: ["sheaf-worker", ...(provider ? ["sheaf-captcha"] : [])],
        },
      },
      crossOriginOpenerPolicy: { policy: "same-origin" },
      crossOriginResourcePolicy: { policy: "same-origin" },
      referrerPolicy: { policy: "no-referrer" },
      xFrameOptions: { action: "deny" },
      strictTransportSecurity: options.secure
        ? { maxAge: yearInSeconds, includeSubDomains: false, preload: false }
        : false,
    }),
    (_request, response, next) => {
      response.set("Permissions-Policy", permissions);
      next();
    },
  ];
}
