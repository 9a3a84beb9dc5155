import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { maySign, signingAlgorithms, type SigningKey } from "./token-keys.ts";

const Text = v.pipe(v.string(), v.nonEmpty());

const common = { kid: Text, key_ops: v.array(v.string()), d: Text };

const Key = v.variant("alg", [
  v.looseObject({
    ...common,
    alg: v.literal("ES256"),
    kty: v.literal("EC"),
    crv: v.literal("P-256"),
    x: Text,
    y: Text,
  }),
  v.looseObject({ ...common, alg: v.literal("RS256"), kty: v.literal("RSA"), n: Text, e: Text }),
]);

/**
 * Reads the file that `supabase gen signing-key` writes: an array of private keys. With an empty array, the shared
 * secret signs.
 *
 * @throws with a message if a key can't be used, or if not exactly one of them may sign.
 */
export async function readSigningKeys(path: string): Promise<SigningKey[]> {
  const refuse = (why: string, cause?: unknown) => new Error(`${path} cannot be used: ${why}`, { cause });
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw refuse("it cannot be read", error);
  });
  const result = v.safeParse(v.array(Key), parsed(text));
  if (!result.success) {
    const places = result.issues.map((issue) => v.getDotPath(issue) ?? "the file");
    throw refuse(
      `it must be an array of private keys (${signingAlgorithms.join(", ")}) with kid and key_ops; wrong: ${places.join(", ")}`,
    );
  }
  const keys = result.output;
  const signing = keys.filter(maySign).length;
  if (keys.length > 0 && signing !== 1) {
    throw refuse(`exactly one key must have "sign" among its key_ops, and ${signing} have`);
  }
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw refuse("two keys have one kid");
  return keys;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
