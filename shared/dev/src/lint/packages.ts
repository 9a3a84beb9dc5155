import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { refusalOf } from "./layers.ts";

/** As ESLint's rules get them; oxlint has no types for rules. */
interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}
interface Importing {
  source?: { value?: unknown } | null;
}

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/** A rule about what a file imports. @param problem of one import; undefined for none. */
function importRule(problem: (file: string, specifier: string) => string | undefined) {
  return {
    create(context: Context) {
      const check = (node: Importing) => {
        const specifier = node.source?.value;
        if (typeof specifier !== "string") return;
        const message = problem(context.filename, specifier);
        if (message !== undefined) context.report({ node, message });
      };
      return {
        ImportDeclaration: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
        ImportExpression: check,
      };
    },
  };
}

/** A relative import must end in the package of its file: what a package offers to others is in its `exports`. */
const own = importRule((file, specifier) => {
  if (!specifier.startsWith("..")) return undefined;
  const folder = dirname(file);
  return packageOf(folder) === packageOf(dirname(join(folder, specifier)))
    ? undefined
    : "name another package (@sheaf/…) instead of climbing into its folder.";
});

function packageOf(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, "package.json")) ? folder : packageOf(parent);
}

const layersRule = importRule((file, specifier) =>
  refusalOf(relative(repository, file), specifier, targetOf(file, specifier)),
);

/** Path from the root of the repository; undefined for a package of npm. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return relative(repository, join(dirname(file), specifier));
  const [, name = "", path = ""] = /^@sheaf\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === "") return undefined;
  return (existsSync(join(repository, "shared", name)) ? `shared/${name}` : name) + path;
}

export default { meta: { name: "packages" }, rules: { own, layers: layersRule } };
