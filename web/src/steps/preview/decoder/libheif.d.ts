/** The parts of libheif used here; the package has no types for its bundle. */
declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  interface HeifPixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width: () => number;
    get_height: () => number;
    /** Fills the pixels; calls back with null for a damaged picture. */
    display: (pixels: HeifPixels, onDecoded: (pixels: HeifPixels | null) => void) => void;
  }
  interface LibHeif {
    HeifDecoder: new () => { decode: (content: Uint8Array) => HeifImage[] };
  }
  /** Synchronous or not, as the build of the package is. */
  const start: () => LibHeif | Promise<LibHeif>;
  export default start;
}
