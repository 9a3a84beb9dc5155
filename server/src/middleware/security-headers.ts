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

/**
 * One policy for every response. `form-action` includes the platform because browsers check it again for each
 * redirect after a form: the confirmation is posted here and continues to the platform and back.
 */
export function securityHeaders(options: { platformUrl: string; secure: boolean }): RequestHandler[] {
  const own = "'self'";
  const none = ["'none'"];
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: none,
          scriptSrc: [own],
          styleSrc: [own],
          connectSrc: [own, options.platformUrl],
          imgSrc: [own, "blob:"],
          fontSrc: [own],
          workerSrc: [own],
          frameSrc: none,
          formAction: [own, options.platformUrl],
          frameAncestors: none,
          objectSrc: none,
          baseUri: none,
          requireTrustedTypesFor: ["'script'"],
          // For the PDF reader's worker URL. Injected scripts cannot create another policy.
          trustedTypes: ["sheaf-pdf"],
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
