import { cookieNames, isSecureSite } from "@sheaf/contract/cookies";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import cookieParser from "cookie-parser";
import express, { type Express } from "express";
import type { Config } from "./config/config.ts";
import { confirmScriptPath } from "./plain-pages/confirm.page.ts";
import { plainStylePath } from "./plain-pages/plain-page.ts";
import { notStoppedPage } from "./plain-pages/stop.page.ts";
import { notUndonePage, undoPage } from "./plain-pages/undo.page.ts";
import type { Log } from "./log.ts";
import { cleanLink } from "./middleware/clean-link.ts";
import { errors, notFound } from "./middleware/errors.ts";
import { noReferrer } from "./middleware/no-referrer.ts";
import { noStore } from "./middleware/no-store.ts";
import { ownOrigin } from "./middleware/own-origin.ts";
import { type Limits, limitPerAddress, limitPerLink } from "./middleware/rate-limit.ts";
import { requestLog, routeName } from "./middleware/request-log.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { smallBody } from "./middleware/small-body.ts";
import type { FetchPlatform } from "./http/platform-fetch.ts";
import { calledByScript, refusedWith } from "./http/refuse.ts";
import { callbackRoute } from "./routes/callback.route.ts";
import { confirmPageRoute } from "./routes/confirm-page.route.ts";
import { confirmScriptRoute, plainStyleRoute } from "./routes/confirm-assets.route.ts";
import { confirmRoute } from "./routes/confirm.route.ts";
import { emailPageRoute } from "./routes/email-page.route.ts";
import { healthRoute } from "./routes/health.route.ts";
import { persistRoute } from "./routes/persist.route.ts";
import { readyRoute } from "./routes/ready.route.ts";
import { receiptKeysRoute } from "./routes/receipt-keys.route.ts";
import { signOutRoute } from "./routes/sign-out.route.ts";
import { stopPageRoute } from "./routes/stop-page.route.ts";
import { stopEmailRoute } from "./routes/stop-email.route.ts";
import { undoChangeRoute } from "./routes/undo-change.route.ts";
import { createCheckClaims } from "./session/check-claims.ts";
import { createEndSession } from "./session/end-session.ts";
import { createExchange } from "./session/exchange.ts";
import type { Site } from "./site/load-site.ts";
import { siteRoutes } from "./site/site.routes.ts";

export interface AppDeps {
  config: Pick<
    Config,
    | "siteUrl"
    | "platformUrl"
    | "platformInternalUrl"
    | "publishableKey"
    | "trustProxy"
    | "captcha"
    | "receiptKeys"
  >;
  /** Calls the platform at `platformInternalUrl`. */
  fetch: FetchPlatform;
  limits: Limits;
  log: Log;
  /** Absent while Vite serves the application. */
  site: Site | undefined;
}

/** The whole sidecar, without a port. */
export function createApp({ config, fetch, limits, log, site }: AppDeps): Express {
  const secure = isSecureSite(config.siteUrl);
  const names = cookieNames({ secure });
  const platform = { platformUrl: config.platformInternalUrl, publishableKey: config.publishableKey, fetch };
  const exchange = createExchange({ ...platform, names });

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // Destinations are validated case-sensitively, so endpoints must match that way too.
  app.enable("case sensitive routing");
  app.set("query parser", "simple");
  app.set("trust proxy", config.trustProxy);
  app.use(
    requestLog(log),
    securityHeaders({
      platformUrl: config.platformUrl,
      secure,
      captcha: config.captcha,
      styleHashes: site?.styleHashes ?? [],
    }),
    cleanLink,
  );

  const fromOwnPage = () => [limitPerAddress(limits.perAddress), ownOrigin(config.siteUrl), smallBody];
  app.use("/auth", noStore, cookieParser());
  app.get(
    sidecarPaths.callback,
    routeName(sidecarPaths.callback),
    limitPerAddress(limits.perAddress),
    callbackRoute({ exchange, endSession: createEndSession(platform), names, secure }),
  );
  app.get(sidecarPaths.confirm, routeName(sidecarPaths.confirm), confirmPageRoute);
  app.get(plainStylePath, routeName(plainStylePath), plainStyleRoute(site));
  app.get(confirmScriptPath, routeName(confirmScriptPath), confirmScriptRoute);
  app.post(
    sidecarPaths.confirm,
    routeName(sidecarPaths.confirm),
    fromOwnPage(),
    limitPerLink(limits.perLink),
    confirmRoute({ siteUrl: config.siteUrl, platformUrl: config.platformUrl, names, secure }),
  );
  app.post(
    sidecarPaths.persist,
    routeName(sidecarPaths.persist),
    calledByScript,
    fromOwnPage(),
    persistRoute({ checkClaims: createCheckClaims(platform), names, secure }),
  );
  app.post(sidecarPaths.signOut, routeName(sidecarPaths.signOut), fromOwnPage(), signOutRoute);
  app.use("/auth", notFound);

  app.use("/email", noStore, noReferrer);
  const emailLinks = [
    {
      path: sidecarPaths.stopEmail,
      show: stopPageRoute(platform),
      failed: notStoppedPage,
      act: stopEmailRoute(platform),
    },
    {
      path: sidecarPaths.undoChange,
      show: emailPageRoute(undoPage),
      failed: notUndonePage,
      act: undoChangeRoute(platform),
    },
  ];
  for (const { path, show, failed, act } of emailLinks) {
    const withToken = `${path}/:token`;
    app.get(withToken, routeName(withToken), show);
    app.post(
      withToken,
      routeName(withToken),
      refusedWith(failed),
      limitPerAddress(limits.perAddress),
      smallBody,
      act,
    );
  }
  app.use("/email", notFound);

  app.get(sidecarPaths.health, noStore, routeName(sidecarPaths.health), healthRoute);
  app.get(sidecarPaths.ready, noStore, routeName(sidecarPaths.ready), readyRoute(platform));
  app.get(
    sidecarPaths.receiptKeys,
    routeName(sidecarPaths.receiptKeys),
    receiptKeysRoute(config.receiptKeys),
  );

  if (site) app.use(siteRoutes(site));
  app.use(notFound, errors(log));
  return app;
}
