import { decodeBase64Url } from "../base64url.ts";
import { mapParts } from "./canonical.ts";
import { masked } from "./masked.ts";
import type { Take, TapedAnswer, TapedRequest } from "./tape.ts";
import { tapedToken } from "./taped-token.ts";

/** Headers of answers that the page or the sidecar reads. Everything else stays where it was recorded. */
const keptHeaders: ReadonlySet<string> = new Set([
  "content-disposition",
  "content-range",
  "content-type",
  "location",
  "retry-after",
  "x-supabase-api-version",
]);

/** Fields whose values nobody must read, and nothing depends on. */
const droppedFields: ReadonlySet<string> = new Set([
  "action_link",
  "auth_code",
  "client_secret",
  "code_challenge",
  "code_verifier",
  "current_password",
  "email_otp",
  "hashed_token",
  "new_password",
  "new_phone",
  "password",
  "phone",
  "provider_refresh_token",
  "provider_token",
  "recovery_codes",
  "token_hash",
]);

/** Fields whose values come back in later requests, so that each is told from the others. */
const numberedFields: ReadonlySet<string> = new Set(["refresh_token"]);

/** What an authenticator app is given. The picture is empty, and the key is one that anybody may know. */
const factorFields: Readonly<Record<string, string>> = {
  secret: "TAPEDTAPEDTAPEDTAPEDTAPEDTAPEDTA",
  uri: "otpauth://taped",
  qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>',
};

const token = /\b(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]+/g;
/** As somebody types it, and as it stands in an address of a page, where it may be encoded more than once. */
const address = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\d_.+%-])|(?<=%(?:25)*(?!25)[\da-f]{2}))`,
    String.raw`((?:[\p{L}\d_.+-]|%(?:25)*2b)+)(@|%(?:25)*40)`,
    // Those that end in ".example" belong to nobody, and stay.
    String.raw`(?![\p{L}\d_.-]*\.example(?!\.?[\p{L}\d_-]))([\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+)`,
  ].join(""),
  "giu",
);
const mailToken = /\b(pkce_)?[0-9a-f]{56}\b/g;
/** Where a machine's own services listened, and the id of one flow of one day. */
const port = /\b(https?:\/\/(?:localhost|127\.0\.0\.1)):\d+/g;
const flowId = /\b(sb_flow_id=)[\w-]+/g;
const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;
/** Tokens of links are 43 letters and digits; that many without a capital and a digit among them are a word. */
const linkTokenLength = 43;
const linkToken = new RegExp(
  `(?<![\\w-])(?=[\\w-]*[A-Z])(?=[\\w-]*\\d)[\\w-]{${linkTokenLength}}(?![\\w-])`,
  "g",
);

/** Takes out of one recording what must not be kept, and what only makes it different from the next. */
export interface Cleaner {
  take: (take: Take) => Take;
  text: (text: string) => string;
  json: (json: unknown) => unknown;
}

/**
 * One for each tape: the same person has the same made-up address, the same row the same id and the same token the same
 * made-up one all over a tape, so that it can still be played. Numbers go by who comes first, so that recording the
 * same again makes nearly the same text.
 */
export function createCleaner(): Cleaner {
  const addresses = numbered((number) => `person-${number}@people.example`);
  const ids = numbered((number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
  const linkTokens = numbered((number) => `${masked}-link-${number}`.padEnd(linkTokenLength, "-"));
  const tokens = numbered((number) => `${masked}-${number}`);

  const cleanText = (text: string): string =>
    text
      .replaceAll(token, (_whole, _head: string, claims: string) => cleanToken(claims))
      .replaceAll(address, cleanAddress)
      .replaceAll(mailToken, (_whole, kind: string = "") => kind + "0".repeat(56))
      .replaceAll(linkToken, linkTokens)
      .replaceAll(port, "$1")
      .replaceAll(flowId, `$1${masked}`)
      .replaceAll(id, (real) => ids(real.toLowerCase()));

  /** However it is written, it is the same person, and stays written in that way. */
  function cleanAddress(_whole: string, local: string, at: string, host: string): string {
    const plain = `${local.replaceAll(/%(?:25)*2b/gi, "+")}@${host}`;
    return addresses(plain.toLowerCase()).replace("@", at);
  }

  /** The claims are what the client reads; the signature is what makes them worth anything. */
  function cleanToken(claims: string): string {
    const cleaned = readClaims(claims);
    return cleaned === undefined ? masked : tapedToken(cleaned);
  }

  /** Undefined for what only looks like a token. */
  function readClaims(claims: string): unknown {
    try {
      return cleanJson(JSON.parse(decodeBase64Url(claims)));
    } catch {
      return undefined;
    }
  }

  const cleanJson = (json: unknown): unknown =>
    mapParts(json, (part, name) => {
      if (name === undefined || part === masked || part === "") return cleanText(part);
      if (droppedFields.has(name)) return masked;
      if (numberedFields.has(name)) return tokens(part);
      return factorFields[name] ?? cleanText(part);
    });

  const pairs = (list: readonly (readonly [string, string])[]) =>
    list.map(([name, value]): [string, string] => [
      name,
      droppedFields.has(name) ? masked : cleanText(value),
    ]);

  function cleanRequest(request: TapedRequest): TapedRequest {
    const { body } = request;
    const cleaned = { ...request, path: cleanText(request.path), query: pairs(request.query) };
    if (!body || "bytes" in body) return cleaned;
    return { ...cleaned, body: "json" in body ? { json: cleanJson(body.json) } : { form: pairs(body.form) } };
  }

  function cleanAnswer({ status, headers, body }: TapedAnswer): TapedAnswer {
    const kept = Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), cleanText(value)] as const)
      .filter(([name]) => keptHeaders.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { status, headers: Object.fromEntries(kept), ...(body && { body: cleanBody(body) }) };
  }

  function cleanBody(body: NonNullable<TapedAnswer["body"]>): NonNullable<TapedAnswer["body"]> {
    if ("json" in body) return { json: cleanJson(body.json) };
    return "text" in body ? { text: cleanText(body.text) } : body;
  }

  return {
    take: ({ request, answer, ...rest }) => ({
      ...rest,
      request: cleanRequest(request),
      answer: cleanAnswer(answer),
    }),
    text: cleanText,
    json: cleanJson,
  };
}

/** The same made-up word for the same real one. */
function numbered(word: (number: number) => string): (real: string) => string {
  const known = new Map<string, string>();
  return (real) => {
    const found = known.get(real) ?? word(known.size + 1);
    known.set(real, found);
    return found;
  };
}
