/** Ends a chain of sectors; higher numbers aren't sectors either. */
const lastSector = 0xfffffffa;

const [headerBytes, entryBytes] = [512, 128];

/** The only sizes of sectors that the format knows, as powers of two. Any other would make one sector a whole file. */
const sectorShifts = new Set([9, 12]);

/** Sectors of the directory that are read: more than any document has. */
const maxDirectory = 200;

export interface CompoundFile {
  has: (stream: string) => boolean;
  /** Bytes within the stream's first sector. */
  read: (stream: string, start: number, length: number) => Promise<Uint8Array>;
}

/** Names and beginnings of the streams in a compound file ([MS-CFB]); none if it is damaged or cut. */
export async function openCompoundFile(content: Blob): Promise<CompoundFile> {
  const header = await viewOf(content, 0, headerBytes);
  const isKnown = header.byteLength === headerBytes && sectorShifts.has(header.getUint16(30, true));
  if (!isKnown) return { has: () => false, read: async () => new Uint8Array() };
  const sectorBytes = 2 ** header.getUint16(30, true);
  const startOf = (sector: number) => (sector + 1) * sectorBytes;
  const streams = new Map<string, number>();
  let sector = header.getUint32(48, true);
  // A sector outside of the file would be looked for in millions of others.
  for (let read = 0; startOf(sector) < content.size && read < maxDirectory; read += 1) {
    const part = await viewOf(content, startOf(sector), startOf(sector) + sectorBytes);
    for (let at = 0; at + entryBytes <= part.byteLength; at += entryBytes)
      streams.set(nameAt(part, at), part.getUint32(at + 116, true));
    sector = await nextSector(content, header, sector);
  }
  return {
    has: (stream) => streams.has(stream),
    read: async (stream, start, length) => {
      const at = startOf(streams.get(stream) ?? 0) + start;
      return new Uint8Array(await content.slice(at, at + length).arrayBuffer());
    },
  };
}

async function viewOf(content: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await content.slice(start, end).arrayBuffer());
}

/** The length counts the null at the end. */
function nameAt(directory: DataView, at: number): string {
  const length = Math.min(64, directory.getUint16(at + 64, true)) - 2;
  if (length <= 0) return "";
  return new TextDecoder("utf-16le").decode(new DataView(directory.buffer, at, length));
}

/** From the table of all sectors, whose own sectors the header lists first, then sectors that are chained. */
async function nextSector(content: Blob, header: DataView, sector: number): Promise<number> {
  const sectorBytes = 2 ** header.getUint16(30, true);
  const perSector = sectorBytes / 4;
  const inHeader = (headerBytes - 76) / 4;
  const numberAt = async (of: number, place: number) => {
    const at = (of + 1) * sectorBytes + 4 * place;
    const view = await viewOf(content, at, at + 4);
    return view.byteLength === 4 ? view.getUint32(0, true) : lastSector;
  };
  let place = Math.floor(sector / perSector);
  let table: number;
  if (place < inHeader) table = header.getUint32(76 + 4 * place, true);
  else {
    place -= inHeader;
    let list = header.getUint32(68, true);
    for (; place >= perSector - 1 && list < lastSector; place -= perSector - 1)
      list = await numberAt(list, perSector - 1);
    table = list < lastSector ? await numberAt(list, place) : lastSector;
  }
  return table < lastSector ? numberAt(table, sector % perSector) : lastSector;
}
