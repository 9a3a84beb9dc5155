import { decodeBase64Url } from "../base64url.ts";
import { mapParts } from "./canonical.ts";
import { masked } from "./masked.ts";
import type { Interaction, RecordedResponse, RecordedRequest } from "./tape.ts";
import { unsignedToken } from "./unsigned-token.ts";

/** Response headers that the page or the sidecar reads. All others are dropped. */
const keptHeaders: ReadonlySet<string> = new Set([
  "content-disposition",
  "content-range",
  "content-type",
  "location",
  "retry-after",
  "x-supabase-api-version",
]);

/** Secret fields whose values nothing depends on. */
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

/** Secret fields whose values recur in later requests, so each keeps an identity. */
const numberedFields: ReadonlySet<string> = new Set(["refresh_token"]);

/** Replacements for what an authenticator app receives: an empty picture and a public key. */
const factorFields: Readonly<Record<string, string>> = {
  secret: "TAPEDTAPEDTAPEDTAPEDTAPEDTAPEDTA",
  uri: "otpauth://taped",
  qr_code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>',
};

const token = /\b(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]+/g;
/** An email address, plain or URL-encoded once or several times. */
const address = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\d_.+%-])|(?<=%(?:25)*(?!25)[\da-f]{2}))`,
    String.raw`((?:[\p{L}\d_.+-]|%(?:25)*2b)+)(@|%(?:25)*40)`,
    // Addresses in ".example" belong to no one and are kept.
    String.raw`(?![\p{L}\d_.-]*\.example(?!\.?[\p{L}\d_-]))([\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+)`,
  ].join(""),
  "giu",
);
const mailToken = /\b(pkce_)?[0-9a-f]{56}\b/g;
/** Local ports and flow ids differ from run to run. */
const port = /\b(https?:\/\/(?:localhost|127\.0\.0\.1)):\d+/g;
const flowId = /\b(sb_flow_id=)[\w-]+/g;
const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi;
/** Link tokens are 43 characters. Without a capital letter and a digit, 43 characters are a word. */
const linkTokenLength = 43;
const linkToken = new RegExp(
  `(?<![\\w-])(?=[\\w-]*[A-Z])(?=[\\w-]*\\d)[\\w-]{${linkTokenLength}}(?![\\w-])`,
  "g",
);

/** Removes secrets from one recording, and values that differ from run to run. */
export interface Redactor {
  interaction: (interaction: Interaction) => Interaction;
  text: (text: string) => string;
  json: (json: unknown) => unknown;
}

/**
 * Creates a redactor for one tape. Equal values get equal replacements throughout the tape, so that it can be played.
 * Replacements are numbered in order of appearance, so that recording again gives nearly the same text.
 */
export function createRedactor(): Redactor {
  const addresses = numbered((number) => `person-${number}@people.example`);
  const ids = numbered((number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
  const linkTokens = numbered((number) => `${masked}-link-${number}`.padEnd(linkTokenLength, "-"));
  const tokens = numbered((number) => `${masked}-${number}`);

  const redactText = (text: string): string =>
    text
      .replaceAll(token, (_whole, _head: string, claims: string) => redactToken(claims))
      .replaceAll(address, redactAddress)
      .replaceAll(mailToken, (_whole, kind: string = "") => kind + "0".repeat(56))
      .replaceAll(linkToken, linkTokens)
      .replaceAll(port, "$1")
      .replaceAll(flowId, `$1${masked}`)
      .replaceAll(id, (real) => ids(real.toLowerCase()));

  /** Replaces an address and keeps its encoding. */
  function redactAddress(_whole: string, local: string, at: string, host: string): string {
    const plain = `${local.replaceAll(/%(?:25)*2b/gi, "+")}@${host}`;
    return addresses(plain.toLowerCase()).replace("@", at);
  }

  /** Keeps the claims, which the client reads, and drops the signature. */
  function redactToken(claims: string): string {
    const cleaned = readClaims(claims);
    return cleaned === undefined ? masked : unsignedToken(cleaned);
  }

  /** Undefined if the text only looks like a token. */
  function readClaims(claims: string): unknown {
    try {
      return redactJson(JSON.parse(decodeBase64Url(claims)));
    } catch {
      return undefined;
    }
  }

  const redactJson = (json: unknown): unknown =>
    mapParts(json, (part, name) => {
      if (name === undefined || part === masked || part === "") return redactText(part);
      if (droppedFields.has(name)) return masked;
      if (numberedFields.has(name)) return tokens(part);
      return factorFields[name] ?? redactText(part);
    });

  const pairs = (list: readonly (readonly [string, string])[]) =>
    list.map(([name, value]): [string, string] => [
      name,
      droppedFields.has(name) ? masked : redactText(value),
    ]);

  function redactRequest(request: RecordedRequest): RecordedRequest {
    const { body } = request;
    const cleaned = { ...request, path: redactText(request.path), query: pairs(request.query) };
    if (!body || "bytes" in body) return cleaned;
    return {
      ...cleaned,
      body: "json" in body ? { json: redactJson(body.json) } : { form: pairs(body.form) },
    };
  }

  function redactResponse({ status, headers, body }: RecordedResponse): RecordedResponse {
    const kept = Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), redactText(value)] as const)
      .filter(([name]) => keptHeaders.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { status, headers: Object.fromEntries(kept), ...(body && { body: redactBody(body) }) };
  }

  function redactBody(body: NonNullable<RecordedResponse["body"]>): NonNullable<RecordedResponse["body"]> {
    if ("json" in body) return { json: redactJson(body.json) };
    return "text" in body ? { text: redactText(body.text) } : body;
  }

  return {
    interaction: ({ request, response, ...rest }) => ({
      ...rest,
      request: redactRequest(request),
      response: redactResponse(response),
    }),
    text: redactText,
    json: redactJson,
  };
}

/** Maps equal values to equal numbered replacements. */
function numbered(word: (number: number) => string): (real: string) => string {
  const known = new Map<string, string>();
  return (real) => {
    const found = known.get(real) ?? word(known.size + 1);
    known.set(real, found);
    return found;
  };
}
