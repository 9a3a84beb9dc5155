/** True if every pixel of a canvas has the same colour. */
export function isUniform(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data.buffer;
  if (!pixels) return false;
  const colours = new Uint32Array(pixels);
  return colours.every((colour) => colour === colours[0]);
}
