import type { RequestHandler } from "express";
import helmet from "helmet";

const yearInSeconds = 31_536_000;

/** Abilities that no page of ours asks for; a script that got in could not either. */
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
 * One policy for every answer. `form-action` names the platform because a browser checks it again for each
 * redirect that follows a form: the confirmation is posted here and goes on to the platform and back.
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
          // The one that vouches for the worker of the PDF reader; a script that got in can make none of its own.
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
