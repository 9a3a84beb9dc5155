import { canonical, mapParts } from "./canonical.ts";
import { masked } from "./masked.ts";
import type { Take, TapedAnswer, TapedRequest } from "./tape.ts";

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
  "code_challenge",
  "code_verifier",
  "current_password",
  "hashed_token",
  "password",
  "provider_refresh_token",
  "provider_token",
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
const address = /(?<![\w.+-])[\w.+-]+@(?![\w.-]*\.example\b)[\w-]+(?:\.[\w-]+)+/g;
const mailToken = /\b(?:pkce_)?[0-9a-f]{56}\b/g;

/**
 * Takes everything out of a recording that must not be kept. One for each tape: the same person has the same made-up
 * address and the same token the same made-up one all over a tape, so that it can still be played.
 */
export function createCleaner(): (take: Take) => Take {
  const addresses = numbered((number) => `person-${number}@people.example`);
  const tokens = numbered((number) => `${masked}-${number}`);

  const cleanText = (text: string): string =>
    text
      .replaceAll(token, (_whole, _head: string, claims: string) => cleanToken(claims))
      .replaceAll(address, addresses)
      .replaceAll(mailToken, masked);

  /** The claims are what the client reads; the signature is what makes them worth anything. */
  function cleanToken(claims: string): string {
    const cleaned = readClaims(claims);
    if (cleaned === undefined) return masked;
    return `${toBase64Url({ alg: "HS256", typ: "JWT" })}.${toBase64Url(canonical(cleaned))}.${masked}`;
  }

  /** Undefined for what only looks like a token. */
  function readClaims(claims: string): unknown {
    try {
      return JSON.parse(cleanText(fromBase64Url(claims)));
    } catch {
      return undefined;
    }
  }

  const cleanJson = (json: unknown): unknown =>
    mapParts(json, (part, name) => {
      if (name === undefined || part === masked) return cleanText(part);
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

  return ({ request, answer, ...rest }) => ({
    ...rest,
    request: cleanRequest(request),
    answer: cleanAnswer(answer),
  });
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

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0));
}

function toBase64Url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
