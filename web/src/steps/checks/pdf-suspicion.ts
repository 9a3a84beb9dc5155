import { Unzlib } from "fflate";

/** Bytes read at a time, and those read twice so that no word is cut in two. */
const sliceBytes = 4 * 1024 * 1024;
const overlapBytes = 64;

/** Streams of objects that are unpacked, and bytes of each before and after that. */
const maxPacked = 100;
const packedBytes = 256 * 1024;
const maxUnpacked = 4 * 1024 * 1024;

const xfa = /\/XFA\b/;

/** The end of a whole file stands in its last bytes, but for what some scanners append. */
const tailBytes = 2048;

/**
 * True if a PDF is encrypted, is cut off, shows no page or has a form in XFA. Many an encrypted file opens without a password, and
 * many a form shows its fields all the same, so this is only a reason to open it.
 */
export async function mayNotOpen(content: Blob): Promise<boolean> {
  const tail = await latin1(content.slice(Math.max(0, content.size - tailBytes)));
  if (!tail.includes("%%EOF")) return true;
  let hasPages = false;
  const packed: number[] = [];
  for (let start = 0; start < content.size; start += sliceBytes - overlapBytes) {
    const text = await latin1(content.slice(start, start + sliceBytes));
    if (text.includes("/Encrypt") || xfa.test(text)) return true;
    for (const { index } of text.matchAll(/\/ObjStm\b/g)) packed.push(start + index);
    // Pages may be inside of compressed objects.
    hasPages ||= /\/Type\s*\/Page\b|\/ObjStm\b/.test(text);
  }
  return !hasPages || (await holdsPackedForm(content, packed));
}

async function holdsPackedForm(content: Blob, places: readonly number[]): Promise<boolean> {
  for (const place of new Set(places.slice(0, maxPacked)))
    if (xfa.test(await unpack(content.slice(place, place + packedBytes)))) return true;
  return false;
}

/** The objects of a stream whose dictionary is at the start; "" for one that isn't packed as usual. */
async function unpack(stream: Blob): Promise<string> {
  const bytes = new Uint8Array(await stream.arrayBuffer());
  const begin = /\bstream\r?\n/.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 1024)));
  if (!begin) return "";
  const texts: string[] = [];
  let length = 0;
  const inflating = new Unzlib((part) => {
    length += part.length;
    if (length > maxUnpacked) throw new RangeError("These are more objects than are looked at.");
    texts.push(new TextDecoder("latin1").decode(part));
  });
  try {
    inflating.push(bytes.subarray(begin.index + begin[0].length));
  } catch {
    // Throws at the uncompressed bytes after the stream, and in a damaged stream.
  }
  return texts.join("");
}

async function latin1(part: Blob): Promise<string> {
  return new TextDecoder("latin1").decode(await part.arrayBuffer());
}
