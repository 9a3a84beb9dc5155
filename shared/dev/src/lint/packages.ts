import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** As ESLint's rules get them; oxlint has no types for rules. */
interface Context {
  filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}
interface Importing {
  source?: { value?: unknown } | null;
}

const message = "name another package (@sheaf/…) instead of climbing into its folder.";

/** A relative import must end in the package of its file: what a package offers to others is in its `exports`. */
const ownPackage = {
  create(context: Context) {
    const check = (node: Importing) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string" || !specifier.startsWith("..")) return;
      const folder = dirname(context.filename);
      if (packageOf(folder) !== packageOf(dirname(join(folder, specifier))))
        context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

function packageOf(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, "package.json")) ? folder : packageOf(parent);
}

export default { meta: { name: "packages" }, rules: { own: ownPackage } };
