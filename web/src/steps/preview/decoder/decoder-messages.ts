import type { Size } from "../file-view.models.ts";

/** To a decoder: opens a file, then draws one of its pages at a time. */
export type DecoderQuestion = { open: Blob } | { draw: number };

/** From a decoder, in the order of the questions. */
export type DecoderAnswer = { pages: Size[] } | { picture: Blob } | { failure: "broken" | "large" };
