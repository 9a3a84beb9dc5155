import { createHmac, randomBytes } from "node:crypto";

/** Shortest secret that Auth, PostgREST and Storage accept. */
const shortestSecret = 32;
const tenYearsInSeconds = 10 * 365 * 24 * 3600;
const roles = { ANON_KEY: "anon", SERVICE_ROLE_KEY: "service_role" } as const;

/**
 * The settings that docker compose needs and `given` lacks; existing ones are preserved. The profile isn't a
 * secret, but without it compose starts no mailbox.
 *
 * @throws Error when existing settings contradict each other, since a key is worthless under a different secret.
 */
export function missingSecrets(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const secret = given["JWT_SECRET"];
  if (secret !== undefined && secret.length < shortestSecret) {
    throw new Error(`JWT_SECRET has ${secret.length} characters and needs ${shortestSecret}.`);
  }
  for (const name of keyNames()) {
    const key = given[name];
    if (key === undefined || (secret !== undefined && isKey(key, { role: roles[name], secret }))) continue;
    throw new Error(
      secret === undefined
        ? `${name} is set and JWT_SECRET, which signed it, is not: set both, or empty ${name}.`
        : `${name} isn't a key with the role ${roles[name]} signed by JWT_SECRET: clear it to create a new one.`,
    );
  }

  const jwtSecret = secret ?? randomBytes(48).toString("base64url");
  const whole = {
    COMPOSE_PROFILES: "development",
    // Part of database URLs, where other characters would need escaping.
    POSTGRES_PASSWORD: randomBytes(32).toString("hex"),
    JWT_SECRET: jwtSecret,
    ...Object.fromEntries(keyNames().map((name) => [name, makeKey(roles[name], jwtSecret)])),
    // With the secret there is no reason to leave it off.
    SEND_EMAIL_HOOK_ENABLED: "true",
    // In the form that Auth accepts.
    SEND_EMAIL_HOOK_SECRET: `v1,whsec_${randomBytes(32).toString("base64")}`,
  };
  return Object.fromEntries(Object.entries(whole).filter(([name]) => given[name] === undefined));
}

function keyNames(): (keyof typeof roles)[] {
  return ["ANON_KEY", "SERVICE_ROLE_KEY"];
}

function makeKey(role: string, secret: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { role, iss: "sheaf", iat: now, exp: now + tenYearsInSeconds };
  const body = [{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${body}.${signatureOf(body, secret)}`;
}

function isKey(key: string, { role, secret }: { role: string; secret: string }): boolean {
  const [header = "", claims = "", signature = ""] = key.split(".");
  if (signature !== signatureOf(`${header}.${claims}`, secret)) return false;
  const payload: unknown = JSON.parse(Buffer.from(claims, "base64url").toString());
  return typeof payload === "object" && payload !== null && "role" in payload && payload.role === role;
}

function signatureOf(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("base64url");
}
