/** A compound file with these streams, whose directory has three sectors that don't follow each other. */
export function compoundFile(streams: Readonly<Record<string, readonly number[]>>, name: string): File {
  const sectors: Uint8Array<ArrayBuffer>[] = Array.from({ length: 6 }, () => new Uint8Array(512));
  const view = (sector: number) => new DataView((sectors[sector] ?? new Uint8Array(512)).buffer);
  const header = new DataView(new ArrayBuffer(512));
  for (const [place, byte] of [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].entries())
    header.setUint8(place, byte);
  header.setUint16(30, 9, true);
  header.setUint32(44, 1, true);
  header.setUint32(48, 1, true);
  header.setUint32(68, 0xfffffffe, true);
  for (let place = 0; place < 109; place += 1)
    header.setUint32(76 + 4 * place, place === 0 ? 0 : 0xffffffff, true);

  const next = { 0: 0xfffffffd, 1: 5, 5: 3, 3: 0xfffffffe };
  for (const [sector, then] of Object.entries(next)) view(0).setUint32(4 * Number(sector), then, true);

  const places = [1, 5, 3].flatMap((sector) => [0, 128, 256, 384].map((at) => ({ sector, at })));
  const entries = Object.entries({ "Root Entry": [], ...streams });
  // So that the last ones lie in the last sector.
  for (const [index, [stream, content]] of entries.entries()) {
    const place = places[index === 0 ? 0 : places.length - index];
    if (!place) throw new RangeError("Too many streams.");
    const directory = view(place.sector);
    for (let letter = 0; letter < stream.length; letter += 1)
      directory.setUint16(place.at + 2 * letter, stream.charCodeAt(letter), true);
    directory.setUint16(place.at + 64, 2 * stream.length + 2, true);
    directory.setUint32(place.at + 116, sectors.length, true);
    const bytes = new Uint8Array(512);
    bytes.set(content);
    sectors.push(bytes);
  }
  return new File([header.buffer, ...sectors], name);
}
