/** A small file can hold an image that fills the memory. Larger ones are never decoded. Pixels. */
export const maxImagePixels = 60_000_000;
