import { limits } from "@sheaf/contract/limits";
import { HttpResponse } from "msw/http";
import { delay } from "msw/utils/delay";
import { withRecordedLists } from "./full-workspace.ts";
import type { Respond } from "../tape/respond.ts";
import { isRead } from "../tape/request-kind.ts";
import { isPublic, isRefresh, isRequestTo, needsSession, refused, tokenRefused } from "./refusals.ts";
import { hasSession, withRenewals } from "./renewals.ts";
import { withNames, withoutRequests } from "./rewrite-rows.ts";
import type { Scenario } from "./scenario.ts";
import { withSignInPage } from "./sign-in-page.ts";

/** Milliseconds added to every response, as on a weak mobile connection. */
const slowBy = 3000;
/** Every third request is lost. */
const lostEvery = 3;
/** `Retry-After` of the rate limit in seconds. */
const pause = 30;
/** Two hours in milliseconds: longer than the lifetime of a token. */
const ahead = 2 * 60 * 60 * 1000;

const filler = "Donaudampfschifffahrtsgesellschaft";
const rightToLeft = "مستندات الضرائب لعام ٢٠٢٥";

/** The database checks that a file exists before it confirms the upload. */
const withoutFiles =
  (respond: Respond): Respond =>
  async (request) =>
    request.path === "/rest/v1/rpc/finish_upload"
      ? refused(request, { status: 409, code: "file.not_stored" })
      : respond(request);

const failAll = () => Promise.resolve(HttpResponse.error());

const byName = {
  offline: {
    description: "The device is offline and reports it.",
    wrap: () => failAll,
    page: { offline: true },
  },
  slow: {
    description: "Every response takes three seconds longer.",
    wrap: (respond) => async (request) => {
      await delay(slowBy);
      return respond(request);
    },
  },
  flaky: {
    description: "Every third request is lost.",
    wrap: (respond) => {
      let requestCount = 0;
      return (request) => {
        requestCount += 1;
        return requestCount % lostEvery === 0 ? Promise.resolve(HttpResponse.error()) : respond(request);
      };
    },
  },
  expired: {
    description: "The access token has expired: rows and files are refused until it is renewed.",
    wrap: (respond, tape) => {
      const renewing = withRenewals(respond, tape);
      let renewed = !hasSession(tape);
      return async (request) => {
        if (!renewed && !isPublic(request) && !isRequestTo("auth", request)) return tokenRefused(request);
        const played = await renewing(request);
        renewed ||= isRefresh(request) && played.ok;
        return played;
      };
    },
  },
  "refresh-refused": {
    description: "The session was signed out on another device: it is refused and can't be renewed.",
    wrap: (respond, tape) => {
      const playing = withSignInPage(respond, tape);
      return async (request) => {
        if (isRefresh(request)) return refused(request, { status: 400, code: "refresh_token_not_found" });
        if (needsSession(request)) return refused(request, { status: 403, code: "session_not_found" });
        const allowed = isPublic(request) || isRequestTo("auth", request) || !hasSession(tape);
        return allowed ? playing(request) : tokenRefused(request);
      };
    },
  },
  forbidden: {
    description: "The database refuses every change as not permitted.",
    wrap: (respond) => async (request) =>
      isRequestTo("rest", request) && !isRead(request)
        ? refused(request, { status: 403, code: "42501" })
        : respond(request),
  },
  conflict: {
    description: "Every change conflicts with one that someone else made first.",
    wrap: (respond) => async (request) =>
      isRequestTo("rest", request) && !isRead(request)
        ? refused(request, { status: 409, code: "23505" })
        : respond(request),
  },
  "too-large": {
    description: "Every file is larger than the service accepts.",
    wrap: (respond) => async (request) =>
      isRequestTo("storage", request) && !isRead(request)
        ? refused(request, { status: 413, code: "EntityTooLarge" })
        : withoutFiles(respond)(request),
  },
  "rate-limited": {
    description: "Auth limits the rate and asks to wait 30 seconds.",
    wrap: (respond) => async (request) =>
      isRequestTo("auth", request) && !isRead(request)
        ? refused(request, { status: 429, code: "over_request_rate_limit", retryAfter: pause })
        : respond(request),
  },
  broken: {
    description: "Every database request fails.",
    wrap: (respond) => async (request) =>
      isRequestTo("rest", request) ? refused(request, { status: 500, code: "XX000" }) : respond(request),
  },
  malformed: {
    description: "Database responses are cut off in the middle.",
    wrap: (respond) => async (request) => {
      const played = await respond(request);
      const text = isRequestTo("rest", request) ? await played.clone().text() : "";
      if (text.length < 2) return played;
      const { status, headers } = played;
      return new HttpResponse(text.slice(0, Math.floor(text.length / 2)), { status, headers });
    },
  },
  "storage-down": {
    description: "Files can't be read or added; everything else works.",
    wrap: (respond) => (request) =>
      isRequestTo("storage", request) ? failAll() : withoutFiles(respond)(request),
  },
  unreachable: {
    description: "The platform is unreachable.",
    wrap: () => failAll,
  },
  "clock-off": {
    description:
      "The device's clock is two hours ahead: every token looks expired and is renewed again and again.",
    wrap: withRenewals,
    page: { clockAheadMs: ahead },
  },
  "empty-workspace": {
    description: "The workspace has no requests.",
    wrap: (respond) => withoutRequests(respond),
  },
  "full-workspace": {
    description:
      "The lists have a thousand more requests. The tape's own come first; only those can be opened.",
    wrap: (respond, tape) => withRecordedLists(respond, tape),
  },
  "long-names": {
    description: "Names and titles have the maximum length, in one word.",
    wrap: (respond) =>
      withNames(respond, (word) => word.replaceAll(/\s/g, "").padEnd(limits.nameLength, filler)),
  },
  "right-to-left-names": {
    description: "Names and titles are in a right-to-left script.",
    wrap: (respond) => withNames(respond, () => rightToLeft),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof byName;

/** All scenarios by their name in the URL. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = byName;
