import { createSHA256 } from "hash-wasm";
import { type Sha256, startSha256 } from "../../../lib/sha256.ts";
import { hashPieces } from "./hash-pieces.ts";

/** Lower-case hexadecimal, or why the file can't be read. */
export type HashAnswer = { sha256: string } | { failure: string };

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  const answer = (content: HashAnswer) => postMessage(content);
  fastSha256(data.size)
    .then((hash) => hashPieces(data, { hash }))
    .then(
      (sha256) => answer({ sha256 }),
      (error: unknown) => answer({ failure: String(error) }),
    );
});

/**
 * WebAssembly hashes several times as fast. Only our server allows it, and only this worker (`site.routes.ts`); where
 * another one serves the page, JavaScript hashes as well.
 */
async function fastSha256(size: number): Promise<Sha256> {
  try {
    const hash = await createSHA256();
    hash.init();
    return { update: (piece) => void hash.update(piece), digest: () => Promise.resolve(hash.digest()) };
  } catch {
    return startSha256(size);
  }
}
