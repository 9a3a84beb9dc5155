import { limits } from "@sheaf/contract/limits";
import { HttpResponse } from "msw/http";
import { delay } from "msw/utils/delay";
import { withManyRequests } from "./full-workspace.ts";
import type { Play } from "../tape/play.ts";
import { isReading } from "../tape/reading.ts";
import { asks, isPublic, isRefresh, needsSession, refused, tokenRefused } from "./refusals.ts";
import { hasSession, withRenewals } from "./renewals.ts";
import { withoutRows, withWords } from "./rows.ts";
import type { Scenario } from "./scenario.ts";
import { withSignInPage } from "./sign-in-page.ts";

/** Milliseconds that every answer takes longer: a train through a valley. */
const slowBy = 3000;
/** Of a flaky line every third request is lost. */
const lostEvery = 3;
/** Seconds that a service which limits asks to wait. */
const pause = 30;
/** Milliseconds that a device's clock is ahead: two hours, more than any token lives. */
const ahead = 2 * 60 * 60 * 1000;

const filler = "Donaudampfschifffahrtsgesellschaft";
const rightToLeft = "مستندات الضرائب لعام ٢٠٢٥";

/** The database looks whether a file is there before it calls it stored. */
const withoutFiles =
  (play: Play): Play =>
  async (request) =>
    request.path === "/rest/v1/rpc/finish_upload"
      ? refused(request, { status: 409, code: "file.not_stored" })
      : play(request);

const loseAll = () => Promise.resolve(HttpResponse.error());

const byName = {
  offline: {
    says: "The device has no network, and says so.",
    over: () => loseAll,
    page: { offline: true },
  },
  slow: {
    says: "Every answer takes three seconds longer.",
    over: (play) => async (request) => {
      await delay(slowBy);
      return play(request);
    },
  },
  flaky: {
    says: "Every third request is lost on the way.",
    over: (play) => {
      let asked = 0;
      return (request) => {
        asked += 1;
        return asked % lostEvery === 0 ? Promise.resolve(HttpResponse.error()) : play(request);
      };
    },
  },
  expired: {
    says: "The session's token has run out: rows and files are refused until it is renewed.",
    over: (play, tape) => {
      const renewing = withRenewals(play, tape);
      let renewed = !hasSession(tape);
      return async (request) => {
        if (!renewed && !isPublic(request) && !asks("auth", request)) return tokenRefused(request);
        const played = await renewing(request);
        renewed ||= isRefresh(request) && played.ok;
        return played;
      };
    },
  },
  "refresh-refused": {
    says: "The session was ended elsewhere: it is refused, and cannot be renewed.",
    over: (play, tape) => {
      const playing = withSignInPage(play, tape);
      return async (request) => {
        if (isRefresh(request)) return refused(request, { status: 400, code: "refresh_token_not_found" });
        if (needsSession(request)) return refused(request, { status: 403, code: "session_not_found" });
        const stands = isPublic(request) || asks("auth", request) || !hasSession(tape);
        return stands ? playing(request) : tokenRefused(request);
      };
    },
  },
  forbidden: {
    says: "The database refuses every change: somebody else may do that.",
    over: (play) => async (request) =>
      asks("rest", request) && !isReading(request)
        ? refused(request, { status: 403, code: "42501" })
        : play(request),
  },
  conflict: {
    says: "Every change comes second: what it would make is there already.",
    over: (play) => async (request) =>
      asks("rest", request) && !isReading(request)
        ? refused(request, { status: 409, code: "23505" })
        : play(request),
  },
  "too-large": {
    says: "Every file is larger than the service takes.",
    over: (play) => async (request) =>
      asks("storage", request) && !isReading(request)
        ? refused(request, { status: 413, code: "EntityTooLarge" })
        : withoutFiles(play)(request),
  },
  "rate-limited": {
    says: "Auth was asked too often and wants half a minute.",
    over: (play) => async (request) =>
      asks("auth", request) && !isReading(request)
        ? refused(request, { status: 429, code: "over_request_rate_limit", retryAfter: pause })
        : play(request),
  },
  broken: {
    says: "The database fails at everything.",
    over: (play) => async (request) =>
      asks("rest", request) ? refused(request, { status: 500, code: "XX000" }) : play(request),
  },
  malformed: {
    says: "Answers of the database break off in the middle.",
    over: (play) => async (request) => {
      const played = await play(request);
      const text = asks("rest", request) ? await played.clone().text() : "";
      if (text.length < 2) return played;
      const { status, headers } = played;
      return new HttpResponse(text.slice(0, Math.floor(text.length / 2)), { status, headers });
    },
  },
  "storage-down": {
    says: "Files can neither be read nor added; everything else works.",
    over: (play) => (request) => (asks("storage", request) ? loseAll() : withoutFiles(play)(request)),
  },
  unreachable: {
    says: "Nothing of the platform can be reached.",
    over: () => loseAll,
  },
  "clock-off": {
    says: "The clock of this device is two hours ahead: every token looks old, and is renewed time and again.",
    over: withRenewals,
    page: { clockAheadMs: ahead },
  },
  "empty-workspace": {
    says: "Nobody has asked for anything yet.",
    over: (play) => withoutRows(play, "requests"),
  },
  "full-workspace": {
    says: "There are a thousand requests; those of the tape come first, and only these can be opened.",
    over: withManyRequests,
  },
  "long-names": {
    says: "Names and titles are as long as they may be, in one word.",
    over: (play) => withWords(play, (word) => word.replaceAll(/\s/g, "").padEnd(limits.nameLength, filler)),
  },
  "right-to-left-names": {
    says: "Names and titles are written from right to left.",
    over: (play) => withWords(play, () => rightToLeft),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof byName;

/** Everything that can be put over a tape, by the name that it has in an address. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = byName;
