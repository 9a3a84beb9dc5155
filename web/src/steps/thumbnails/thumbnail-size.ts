/** Twice the size on the page, for dense screens. Pixels. */
export const thumbnailSize = { width: 320, height: 200 };
