import { strFromU8, unzipSync, zipSync } from "fflate";
import type { Bytes } from "../../lib/bytes.ts";

/** Not named by another part. */
const fixedNames = ["[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"];

const withSlashes = (name: string): string => name.replaceAll("\\", "/");

/**
 * An Excel file whose parts have the names by which others refer to them. Excel ignores case and takes backslashes, so programs
 * get away with `xl\SharedStrings.xml`, which a library doesn't find. A file that needs no change is returned as it is. Throws
 * if it is no zip.
 */
export function withPartNames(zipped: Bytes): Bytes {
  const names: string[] = [];
  const relations = unzipSync(zipped, {
    filter: ({ name }) => {
      names.push(name);
      return /(?:^|\/)_rels\/[^/]*\.rels$/iu.test(withSlashes(name));
    },
  });
  const targets = Object.entries(relations).flatMap(([name, xml]) =>
    targetsOf(withSlashes(name), strFromU8(xml)),
  );
  const known = new Map([...targets, ...fixedNames].map((name) => [name.toLowerCase(), name]));
  const partName = (name: string) => known.get(withSlashes(name).toLowerCase()) ?? withSlashes(name);
  if (names.every((name) => partName(name) === name)) return zipped;
  const parts = Object.entries(unzipSync(zipped)).map(
    ([name, content]) => [partName(name), content] as const,
  );
  return zipSync(Object.fromEntries(parts), { level: 0 });
}

/** Names of the parts that the relations of a part refer to. */
function targetsOf(name: string, xml: string): string[] {
  const folder = name.replace(/_rels\/[^/]*$/iu, "");
  return Array.from(xml.matchAll(/\bTarget="([^"]+)"/gu), ([, target = ""]) =>
    target.startsWith("/") ? target.slice(1) : (folder + target).replaceAll(/(?<![^/])[^/]+\/\.\.\//gu, ""),
  );
}
