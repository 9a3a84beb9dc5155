import type { PDFDocumentProxy } from "pdfjs-dist";

/** True for a form whose pages only say to wait: its content is XFA, which nothing but Adobe Acrobat shows. */
export async function needsAcrobat(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await document.getMetadata();
  return Reflect.get(info, "IsXFAPresent") === true && Reflect.get(info, "IsAcroFormPresent") !== true;
}
