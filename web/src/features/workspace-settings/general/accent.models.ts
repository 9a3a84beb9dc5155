import { accents, isAccent } from "@sheaf/contract/branding";

/** Sheaf's own, which a workspace has until it chooses another. */
export const ownAccent = accents.Green;

/** Null for Sheaf's own, so that it stays what a later version of Sheaf makes of it. */
export const toStored = (accent: string) => (accent === ownAccent ? null : accent);

export const isOffered = (accent: string) => Object.values<string>(accents).includes(accent);

/** The same colour, as much darker as it takes to be read. */
export function darkened(colour: string): string {
  let darker = colour;
  for (let part = 19; part >= 0 && !isAccent(darker); part -= 1) {
    darker = `#${[1, 3, 5]
      .map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) * part) / 20))
      .map((value) => value.toString(16).padStart(2, "0"))
      .join("")}`;
  }
  return darker;
}
