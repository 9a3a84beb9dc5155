const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xed_b8_83_20 : 0);
  return value;
});

/** CRC-32 as in zip files. @param before that of the bytes before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  // By index, and no defaults for what can't be absent: both would cost a third of the speed.
  for (let at = 0; at < bytes.length; at += 1) {
    value = (value >>> 8) ^ (table[(value ^ (bytes[at] as number)) & 0xff] as number);
  }
  return ~value >>> 0;
}
