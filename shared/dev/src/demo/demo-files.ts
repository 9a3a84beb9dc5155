import { PDFDocument, StandardFonts } from "pdf-lib";

/** A one-page PDF with a heading and a line, as bytes. */
export async function demoPdf(heading: string, line: string): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText(heading, { x: 64, y: 740, size: 24, font });
  page.drawText(line, { x: 64, y: 700, size: 13, font });
  return new Uint8Array(await document.save());
}
