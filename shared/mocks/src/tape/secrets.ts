import { decodeBase64Url } from "../base64url.ts";

/** Something that must never stand in a tape, by its kind and where in the text it begins. */
export interface FoundSecret {
  kind: string;
  /** Line of the text, from 1. */
  line: number;
}

/** Names of fields whose values nobody must read, however they are written. */
const secretField = String.raw`\w*(?:token|secret|password|passwd|otp|verifier|api_?key|codes|code_challenge|auth_code|token_hash)`;
/** What the cleaning leaves in their place, and what tells by itself what it is. */
const harmless = String.raw`(?!taped|eyJ|[{[]|pkce_0{56})`;

const kinds: readonly { kind: string; pattern: RegExp }[] = [
  { kind: "signed token", pattern: /\beyJ[\w-]+\.eyJ[\w-]+\.(?!taped\b)[\w-]{8,}/g },
  { kind: "encoded JSON", pattern: /(?<![\w.-])eyJ[\w-]{16,}(?![\w-]|\.eyJ)/g },
  {
    kind: "secret key",
    pattern: /\bsb_secret_\w+|\bsbp_[0-9a-f]{40}\b|\bAKIA[0-9A-Z]{16}\b|\b[rs]k_live_\w{16,}/g,
  },
  { kind: "word of the service's own role", pattern: /service_role/g },
  { kind: "private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d": ?"[\w-]{20,}"/g },
  {
    kind: "address of a person",
    // Those that end in `.example` belong to nobody; `.example.com` may belong to somebody.
    pattern:
      /(?<![\p{L}\d_.+-])[\p{L}\d_.+-]+@(?![\p{L}\d_.-]*\.example(?!\.?[\p{L}\d_-]))[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+/gu,
  },
  { kind: "phone number", pattern: /"(?:new_)?phone": ?"(?!taped)[^"]+"/g },
  {
    kind: "key of an authenticator app",
    pattern: /otpauth:\/\/(?!taped\b)|"secret": ?"(?!TAPED)[A-Z2-7]{16,}"/g,
  },
  {
    kind: "token of a provider",
    pattern:
      /\b(?:gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|ya29\.[\w-]{20,}|1\/\/0[\w-]{20,}|xox[abprs]-[\w-]{10,})/g,
  },
  { kind: "session cookie", pattern: /\b(__Host-)?sheaf-auth(\.\d+)?=(?!taped)[^;\s"]+|base64-eyJ[\w-]+/g },
  { kind: "token of a mailed link", pattern: /\b(pkce_)?(?!0{56})[0-9a-f]{56}\b/g },
  {
    kind: "token of a request's link",
    pattern: /(?<![\w-])(?!taped|eyJ)(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g,
  },
  { kind: "authorization", pattern: /\bbearer (?!taped\b)[\w.~+/-]{8,}/gi },
  {
    kind: "field that holds a secret",
    pattern: new RegExp(
      [
        // In an object, alone or in a list of several; in a list of names and values; in a form or an address.
        String.raw`"${secretField}": ?(?:\[\s*)?(?:"${harmless}[^"]+"|\d{4,})`,
        String.raw`\[\s*"${secretField}",\s*"${harmless}[^"]+"\s*\]`,
        String.raw`\b(?:password|\w*token|\w+_verifier|\w+_secret)=${harmless}[^&#\s"']+`,
      ].join("|"),
      "gi",
    ),
  },
];

/** Secrets in the text of a tape, in the order of their lines; empty for a tape that may be kept. */
export function findSecrets(text: string): FoundSecret[] {
  const found = [text, laidOpen(text)].flatMap((reading) => {
    const lineAt = (index: number) => reading.slice(0, index).split("\n").length;
    return kinds.flatMap(({ kind, pattern }) =>
      [...reading.matchAll(pattern)].map(({ index }) => ({ kind, line: lineAt(index) })),
    );
  });
  const once = new Map(found.map((secret) => [`${secret.line} ${secret.kind}`, secret]));
  return [...once.values()].toSorted((one, other) => one.line - other.line);
}

/** The same text, line by line, with what is written within tokens, addresses and JSON within JSON to be read. */
function laidOpen(text: string): string {
  return text
    .replaceAll(/\beyJ[\w-]+/g, decoded)
    .replaceAll(/%(?:25)*([2-7][\da-f])/gi, (_whole, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\+"/g, '"');
}

function decoded(part: string): string {
  try {
    return decodeBase64Url(part).replaceAll("\n", " ");
  } catch {
    return part;
  }
}
