/**
 * An address as people write it: an international domain in its own letters. Only for an address that the reader knows or has
 * entered. A stranger's stays in Punycode, because letters of other scripts can imitate a familiar domain.
 */
export function shownAddress(email: string): string {
  return email.replaceAll(/(?<=[@.])xn--([a-z0-9-]+)/g, (label, encoded: string) => decode(encoded) ?? label);
}

/** Parameters of Punycode. */
const base = 36;
const [tMin, tMax, skew, damp, initialBias, initialCode] = [1, 26, 38, 700, 72, 0x80];

/** Decodes a label without its prefix (RFC 3492, 6.2). The browser converts in the other direction only. */
function decode(encoded: string): string | undefined {
  const split = encoded.lastIndexOf("-");
  const letters = encoded.slice(0, Math.max(split, 0)).split("");
  let [code, place, bias] = [initialCode, 0, initialBias];
  for (let next = split + 1; next < encoded.length; place += 1) {
    const before = place;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digitOf(encoded[next]);
      if (Number.isNaN(digit)) return undefined;
      next += 1;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(place - before, { count, isFirst: before === 0 });
    code += Math.floor(place / count);
    place %= count;
    // Also if a long label has made it no number.
    if (!(code <= 0x10_ff_ff)) return undefined;
    letters.splice(place, 0, String.fromCodePoint(code));
  }
  return letters.join("");
}

/** Letters come before digits. */
function digitOf(character = ""): number {
  if (/[a-z]/.test(character)) return character.charCodeAt(0) - 97;
  return /\d/.test(character) ? Number(character) + 26 : Number.NaN;
}

function adapted(change: number, { count, isFirst }: { count: number; isFirst: boolean }): number {
  let delta = Math.floor(change / (isFirst ? damp : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew));
}
