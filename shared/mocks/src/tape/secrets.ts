/** Something that must never stand in a tape, by its kind and where in the text it begins. */
export interface FoundSecret {
  kind: string;
  /** Line of the text, from 1. */
  line: number;
}

const kinds: readonly { kind: string; pattern: RegExp }[] = [
  { kind: "signed token", pattern: /\beyJ[\w-]+\.eyJ[\w-]+\.(?!taped\b)[\w-]{8,}/g },
  { kind: "secret key", pattern: /\bsb_secret_\w+/g },
  { kind: "word of the service's own role", pattern: /service_role/g },
  { kind: "private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d": ?"[\w-]{20,}"/g },
  { kind: "address of a person", pattern: /(?<![\w.+-])[\w.+-]+@(?![\w.-]*\.example\b)[\w-]+(\.[\w-]+)+/g },
  {
    kind: "key of an authenticator app",
    pattern: /otpauth:\/\/(?!taped\b)|"secret": ?"(?!TAPED)[A-Z2-7]{16,}"/g,
  },
  { kind: "token of a provider", pattern: /\b(gh[opusr]_\w{20,}|ya29\.[\w-]{20,}|xox[abprs]-[\w-]{10,})/g },
  { kind: "session cookie", pattern: /\b(__Host-)?sheaf-auth(\.\d+)?=(?!taped)[^;\s"]+|base64-eyJ[\w-]+/g },
  { kind: "token of a mailed link", pattern: /\b(pkce_)?[0-9a-f]{56}\b/g },
  { kind: "authorization", pattern: /\b[Bb]earer (?!taped\b)[\w.~+/-]{8,}/g },
  {
    kind: "field that holds a secret",
    pattern:
      /"(password|refresh_token|access_token|provider_token|provider_refresh_token|code_verifier|code_challenge|auth_code|token_hash|current_password)": ?"(?!taped|eyJ)[^"]+"/g,
  },
];

/** Secrets in the text of a tape, in the order of their lines; empty for a tape that may be kept. */
export function findSecrets(text: string): FoundSecret[] {
  const lineAt = (index: number) => text.slice(0, index).split("\n").length;
  return kinds
    .flatMap(({ kind, pattern }) =>
      [...text.matchAll(pattern)].map(({ index }) => ({ kind, line: lineAt(index) })),
    )
    .toSorted((one, other) => one.line - other.line);
}
