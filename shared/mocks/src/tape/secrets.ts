import { decodeBase64Url } from "../base64url.ts";

/** A secret that must not be on a tape. */
export interface FoundSecret {
  kind: string;
  /** Starts at 1. */
  line: number;
}

/** Names of secret fields, in any spelling. */
const secretField = String.raw`\w*(?:token|secret|password|passwd|otp|verifier|api_?key|codes|code_challenge|auth_code|token_hash)`;
/** Replacements by the redactor, and values that another pattern covers. */
const harmless = String.raw`(?!taped|eyJ|[{[]|pkce_0{56})`;

const kinds: readonly { kind: string; pattern: RegExp }[] = [
  { kind: "signed token", pattern: /\beyJ[\w-]+\.eyJ[\w-]+\.(?!taped\b)[\w-]{8,}/g },
  { kind: "encoded JSON", pattern: /(?<![\w.-])eyJ[\w-]{16,}(?![\w-]|\.eyJ)/g },
  {
    kind: "secret key",
    pattern: /\bsb_secret_\w+|\bsbp_[0-9a-f]{40}\b|\bAKIA[0-9A-Z]{16}\b|\b[rs]k_live_\w{16,}/g,
  },
  { kind: "service role", pattern: /service_role/g },
  { kind: "private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d": ?"[\w-]{20,}"/g },
  {
    kind: "email address",
    // Addresses in `.example` belong to no one; `.example.com` may be a real domain.
    pattern:
      /(?<![\p{L}\d_.+-])[\p{L}\d_.+-]+@(?![\p{L}\d_.-]*\.example(?!\.?[\p{L}\d_-]))[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+/gu,
  },
  { kind: "phone number", pattern: /"(?:new_)?phone": ?"(?!taped)[^"]+"/g },
  {
    kind: "secret of an authenticator app",
    pattern: /otpauth:\/\/(?!taped\b)|"secret": ?"(?!TAPED)[A-Z2-7]{16,}"/g,
  },
  {
    kind: "provider token",
    pattern:
      /\b(?:gh[opusr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|ya29\.[\w-]{20,}|1\/\/0[\w-]{20,}|xox[abprs]-[\w-]{10,})/g,
  },
  { kind: "session cookie", pattern: /\b(__Host-)?sheaf-auth(\.\d+)?=(?!taped)[^;\s"]+|base64-eyJ[\w-]+/g },
  { kind: "token of an emailed link", pattern: /\b(pkce_)?(?!0{56})[0-9a-f]{56}\b/g },
  {
    kind: "token of a request link",
    pattern: /(?<![\w-])(?!taped|eyJ)(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g,
  },
  { kind: "authorization", pattern: /\bbearer (?!taped\b)[\w.~+/-]{8,}/gi },
  {
    kind: "secret field",
    pattern: new RegExp(
      [
        // In an object, alone or in a list; in a list of name-value pairs; in a form or a URL.
        String.raw`"${secretField}": ?(?:\[\s*)?(?:"${harmless}[^"]+"|\d{4,})`,
        String.raw`\[\s*"${secretField}",\s*"${harmless}[^"]+"\s*\]`,
        String.raw`\b(?:password|\w*token|\w+_verifier|\w+_secret)=${harmless}[^&#\s"']+`,
      ].join("|"),
      "gi",
    ),
  },
];

/** Finds secrets in the text of a tape, in order of their lines. */
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

/** Decodes tokens, URL encoding and nested JSON in place, keeping the lines. */
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
