import { OPS, type PDFPageProxy } from "pdfjs-dist";

/**
 * Number of images and fonts that pdf.js left out of a page that it has drawn, which it doesn't report. Those that several pages
 * share belong to the document, so the page's operators decide if they are on this page.
 */
export async function countMissingParts(page: PDFPageProxy): Promise<number> {
  const own = missingIds(page.objs).length;
  const common = missingIds(page.commonObjs);
  if (common.length === 0) return own;
  const { fnArray, argsArray } = await page.getOperatorList();
  const needed = new Set(
    fnArray.flatMap((operator, place): unknown => (operator === OPS.dependency ? argsArray[place] : [])),
  );
  return own + common.filter((id) => needed.has(id)).length;
}

/** An image that couldn't be decoded has no data; a font that couldn't be read has a text, the reason. */
function missingIds(objects: PDFPageProxy["objs"]): string[] {
  return Array.from(objects).flatMap(([id, data]: unknown[]) =>
    typeof id === "string" && (data === null || typeof data === "string") ? id : [],
  );
}
