import { readFile } from "node:fs/promises";
import { pages } from "@sheaf/contract/pages";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { expect, test } from "vitest";

/** Paths whose last part is a token: of a page's route, or after a path of the sidecar. */
const withToken = [
  ...Object.values(pages)
    .map(({ path }) => path)
    .filter((path) => path.includes(":token")),
  ...[sidecarPaths.stopEmail, sidecarPaths.undoChange].map((path) => `${path}/:token`),
];

/** The address as the log of `tls.Caddyfile` has it. Go and JavaScript read its pattern alike. */
async function logged(uri: string): Promise<string> {
  const file = await readFile(new URL("../../../gateway/tls.Caddyfile", import.meta.url), "utf8");
  const [, pattern = "", put = ""] = /request>uri regexp (?:\(\?i\))?(\S+) (\S+)/u.exec(file) ?? [];
  return uri.replaceAll(new RegExp(pattern, "giu"), put);
}

test("the route table has paths with a token", () => {
  expect(withToken).toEqual(expect.arrayContaining([pages.link.path, pages.join.path]));
});

test.each(withToken)("the log of an error leaves the token out of %s", async (path) => {
  const uri = path.replace(":token", "TOKEN");
  for (const written of [uri, uri.toUpperCase(), `${uri}/more`, `/${uri}`, uri.replace("/", "/%2f")])
    expect(await logged(written), written).not.toMatch(/TOKEN/iu);
});

test("the log keeps a path without secrets, and no query", async () => {
  expect(await logged("/requests/0d9c1f6e")).toBe("/requests/0d9c1f6e");
  expect(await logged(`${sidecarPaths.callback}?code=SECRET`)).toBe(`${sidecarPaths.callback}?…`);
});
