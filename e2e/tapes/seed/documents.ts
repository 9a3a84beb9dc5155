import { crc32, deflateSync } from "node:zlib";
import { PDFDocument, StandardFonts } from "pdf-lib";
import type { Document } from "../../fixtures/documents.ts";

/** Fixed creation date, so that every document has the same bytes each time. */
const createdAt = new Date("2026-11-02T09:00:00Z");

/** A one-page PDF with its name as text. */
export async function pdf(name: string): Promise<Document> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setCreationDate(createdAt);
  document.setModificationDate(createdAt);
  const page = document.addPage([595, 842]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText(name.replace(/\.pdf$/, ""), { x: 64, y: 740, size: 24, font });
  page.drawText("A document for a test.", { x: 64, y: 700, size: 13, font });
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await document.save()) };
}

const width = 480;
const height = 640;

/** A PNG that resembles a photographed page: a frame and grey lines on white. */
export function photo(name: string): Document {
  return { name, mimeType: "image/png", buffer: png(Array.from({ length: height }, (_row, y) => row(y))) };
}

const logoSide = 64;

/** A PNG of a grey square in a white one. */
export function logo(): Buffer {
  const isEdge = (place: number, last: number) => place < last / 4 || place > (last * 3) / 4;
  const bytes = logoSide / 4;
  return png(
    Array.from({ length: logoSide }, (_row, y) =>
      Array.from({ length: bytes }, (_byte, x) =>
        isEdge(y, logoSide - 1) || isEdge(x, bytes - 1) ? 0b11111111 : 0b01010101,
      ),
    ),
  );
}

/** Rows of bytes with four grey pixels each. */
function png(rows: number[][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((rows[0]?.length ?? 0) * 4, 0);
  header.writeUInt32BE(rows.length, 4);
  // Two-bit grayscale.
  header.set([2, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    // Uncompressed, so that the bytes don't depend on the version of zlib.
    chunk("IDAT", deflateSync(Buffer.from(rows.flatMap((bytes) => [0, ...bytes])), { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Four pixels per byte; 0 is black, 3 is white. */
function row(y: number): number[] {
  const isFrame = y < 4 || y >= height - 4;
  const isLine = y % 24 > 18 && y > 36 && y < height - 36;
  return Array.from({ length: width / 4 }, (_byte, x) => {
    if (isFrame || x === 0 || x === width / 4 - 1) return 0b01010101;
    return isLine && x > 12 && x < (y % 5 === 0 ? 80 : 104) ? 0b10101010 : 0b11111111;
  });
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
