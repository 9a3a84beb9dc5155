import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const work = promisify(argon2);

/** PHC string of the types and version that the service accepts. */
const form = /^\$(argon2id?)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Bounds of RFC 9106, with memory limited to what this service can spare. KiB. */
const maxMemory = 1024 * 1024;
const maxPasses = 1000;
const maxLanes = 255;
const shortestSalt = 8;
const shortestHash = 4;

interface Argon2Hash {
  algorithm: "argon2i" | "argon2id";
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  hash: Buffer;
}

/** Undefined if the text is not a usable hash. */
export function readArgon2(text: string): Argon2Hash | undefined {
  const [, algorithm, m, t, p, salt = "", digest = ""] = form.exec(text) ?? [];
  if (algorithm !== "argon2i" && algorithm !== "argon2id") return undefined;
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const [nonce, hash] = [Buffer.from(salt, "base64"), Buffer.from(digest, "base64")];
  const possible =
    parallelism >= 1 &&
    parallelism <= maxLanes &&
    passes >= 1 &&
    passes <= maxPasses &&
    memory >= 8 * parallelism &&
    memory <= maxMemory &&
    nonce.length >= shortestSalt &&
    hash.length >= shortestHash;
  return possible ? { algorithm, memory, passes, parallelism, nonce, hash } : undefined;
}

export async function isArgon2Of(password: string, stored: Argon2Hash): Promise<boolean> {
  const { algorithm, hash, ...parameters } = stored;
  const made = await work(algorithm, { message: password, tagLength: hash.length, ...parameters });
  return timingSafeEqual(made, hash);
}
