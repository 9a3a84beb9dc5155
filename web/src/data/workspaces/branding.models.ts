/** A workspace's look to its recipients. */
export interface Branding {
  /** Such as "#0f6a54"; null for Sheaf's own colour. */
  accent: string | null;
  logo: Blob | null;
}

export interface BrandingRow {
  accent: string | null;
  /** In base64. */
  logo: string | null;
}

export function toBranding({ accent, logo }: BrandingRow): Branding {
  return { accent, logo: logo === null ? null : toImage(logo) };
}

/** Browsers know an image by its first bytes. */
function toImage(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)]);
}

export async function toBase64(logo: Blob): Promise<string> {
  const bytes = new Uint8Array(await logo.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
}
