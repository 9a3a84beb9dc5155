/** Bytes read at a time, and those read twice so that no word is cut in two. */
const sliceBytes = 4 * 1024 * 1024;
const overlapBytes = 64;

/** The end of a whole file stands in its last bytes, but for what some scanners append. */
const tailBytes = 2048;

/**
 * True if a PDF is encrypted, is cut off or shows no page. Many an encrypted file opens without a password, so this is only a
 * reason to open it.
 */
export async function mayNotOpen(content: Blob): Promise<boolean> {
  const tail = await latin1(content.slice(Math.max(0, content.size - tailBytes)));
  if (!tail.includes("%%EOF")) return true;
  let hasPages = false;
  for (let start = 0; start < content.size; start += sliceBytes - overlapBytes) {
    const text = await latin1(content.slice(start, start + sliceBytes));
    if (text.includes("/Encrypt")) return true;
    // Pages may be inside of compressed objects.
    hasPages ||= /\/Type\s*\/Page\b|\/ObjStm\b/.test(text);
  }
  return !hasPages;
}

async function latin1(part: Blob): Promise<string> {
  return new TextDecoder("latin1").decode(await part.arrayBuffer());
}
