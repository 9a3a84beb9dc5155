import { maxImagePixels } from "./image-limits.ts";

/** Bytes searched at a time, and those searched twice so that no dictionary is cut in two. */
const sliceBytes = 4 * 1024 * 1024;
const overlapBytes = 1024;

const dimension = /\/(Width|Height)\s+(\d+)(?!\d|\s+\d+\s+R)/g;

/** True if a PDF declares an image above the limit. Such declarations are neither compressed nor encrypted. */
export async function holdsLargeImage(content: Blob): Promise<boolean> {
  for (let start = 0; start < content.size; start += sliceBytes - overlapBytes) {
    const bytes = await content.slice(start, start + sliceBytes).arrayBuffer();
    if (declaresLargeImage(new TextDecoder("latin1").decode(bytes))) return true;
  }
  return false;
}

/** Width and height of one image follow each other, in either order. */
function declaresLargeImage(text: string): boolean {
  let before: { name: string; length: number } | undefined;
  for (const [, name = "", digits] of text.matchAll(dimension)) {
    const length = Number(digits);
    const isPair = before !== undefined && before.name !== name;
    if (before && isPair && before.length * length > maxImagePixels) return true;
    before = isPair ? undefined : { name, length };
  }
  return false;
}
