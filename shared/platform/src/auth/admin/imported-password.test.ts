import { argon2Sync, randomBytes } from "node:crypto";
import { hash } from "bcryptjs";
import { describe, expect, test } from "vitest";
import { isPassword } from "../password/password.ts";
import { requireKnownHash } from "./imported-password.ts";

const password = "a password from elsewhere";

/** A hash as a PHC string. */
function argon2Hash(algorithm: "argon2i" | "argon2id", parallelism = 1): string {
  const nonce = randomBytes(16);
  const settings = { message: password, nonce, memory: 64, passes: 2, parallelism, tagLength: 32 };
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const digest = argon2Sync(algorithm, settings);
  return `$${algorithm}$v=19$m=64,t=2,p=${parallelism}$${text(nonce)}$${text(digest)}`;
}

describe.each([
  ["bcrypt", async () => hash(password, 4)],
  ["PHP's bcrypt", async () => (await hash(password, 4)).replace(/^\$2.\$/, "$2y$")],
  ["argon2id", () => Promise.resolve(argon2Hash("argon2id"))],
  ["argon2i of two lanes", () => Promise.resolve(argon2Hash("argon2i", 2))],
])("a hash of %s", (_, made) => {
  test("is accepted and matches its password only", async () => {
    const stored = await made();
    expect(() => requireKnownHash(stored)).not.toThrow();
    expect(await isPassword(password, stored)).toBe(true);
    expect(await isPassword(`${password} `, stored)).toBe(false);
  });
});

test("a known argon2 hash matches its password", async () => {
  const published = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await isPassword("password", published)).toBe(true);
});

test("Firebase's scrypt is refused by name", () => {
  expect(() => requireKnownHash("$fbscrypt$v=1,n=14,r=8,p=1$c2FsdA$aGFzaA")).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(/fbscrypt is not supported/) }),
  );
});

test.each([
  ["no hash", "5f4dcc3b5aa765d61d8327deb882cf99"],
  ["a cost that bcrypt does not have", `$2a$03$${"a".repeat(53)}`],
  ["another version of argon2", argon2Hash("argon2id").replace("v=19", "v=16")],
  ["more memory than there is", argon2Hash("argon2id").replace("m=64", "m=4000000")],
  ["no passes", argon2Hash("argon2id").replace("t=2", "t=0")],
  ["less memory than its lanes need", argon2Hash("argon2id").replace("p=1", "p=9")],
  ["a salt that is too short", argon2Hash("argon2id").replace(/p=1\$[^$]+/, "p=1$c2FsdA")],
])("%s is a 500", (_, text) => {
  expect(() => requireKnownHash(text)).toThrow(
    expect.objectContaining({ status: 500, code: "unexpected_failure", message: "Error creating user" }),
  );
});
