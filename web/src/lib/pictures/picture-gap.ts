/** The missing part of a picture: its lower part, detail if it is stored coarse first, or an unknown part. */
export type PictureGap = "end" | "detail" | "some";

const texts: Readonly<Record<PictureGap, string>> = {
  end: "its lower part is missing",
  detail: "it may be less sharp than it was",
  some: "a part of it is missing",
};

/** Follows "this picture is". */
export function gapText(gap: PictureGap): string {
  return `incomplete: ${texts[gap]}.`;
}
