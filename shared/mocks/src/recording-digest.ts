import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * Sources that can change a recording: the database and its rules, the sidecar, the page's requests, the recorder and
 * the descriptions. Components aren't among them: they make no requests themselves, and a page whose texts or styles changed still
 * plays its tapes.
 */
export const sources: readonly { folder: string; files: RegExp }[] = [
  { folder: "shared/supabase", files: /\.(sql|toml|html)$/ },
  { folder: "shared/contract/src", files: /\.ts$/ },
  { folder: "shared/platform/src", files: /\.(ts|sql)$/ },
  { folder: "shared/email/src", files: /\.ts$/ },
  { folder: "shared/mocks/src/record", files: /\.ts$/ },
  { folder: "shared/mocks/src/tape", files: /\.ts$/ },
  { folder: "server/src", files: /\.ts$/ },
  { folder: "web/src", files: /\.ts$/ },
  { folder: "e2e/tapes", files: /\.ts$/ },
  { folder: "e2e/seed", files: /\.ts$/ },
];

/** Tests, and code that only tests and testers use. */
const isIrrelevant = (file: string) =>
  /\.(test|bench|fixtures|d)\.ts$/.test(file) || /^(testing|mocks|check)\//.test(file);

/** A short SHA-256 of the sources of a recording. @param repository root folder of the project. */
export async function recordingDigest(repository: string): Promise<string> {
  const hash = createHash("sha256");
  for (const { folder, files } of sources) {
    const names = (await readdir(join(repository, folder), { recursive: true }))
      .map((name) => name.replaceAll(sep, "/"))
      .filter((name) => files.test(name) && !isIrrelevant(name));
    for (const name of names.toSorted()) {
      // Git may check text out with other line ends.
      const text = (await readFile(join(repository, folder, name), "utf8")).replaceAll("\r\n", "\n");
      hash.update(`${folder}/${name}\0${text}\0`);
    }
  }
  return hash.digest("hex").slice(0, 12);
}
