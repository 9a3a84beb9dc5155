import libheif from "libheif-js/libheif-wasm/libheif-bundle.mjs";
import { serveDecoder } from "./serve-decoder.ts";

serveDecoder(async (content) => {
  const { HeifDecoder } = await libheif();
  const images = new HeifDecoder().decode(new Uint8Array(content));
  return {
    // Of several pictures, such as a burst, the first is the one that its author chose.
    pages: images.slice(0, 1).map((image) => ({ width: image.get_width(), height: image.get_height() })),
    decode: async () => {
      const [image] = images;
      if (!image) throw new Error("There is no picture.");
      const [width, height] = [image.get_width(), image.get_height()];
      const data = new Uint8ClampedArray(width * height * 4);
      const decoded = await new Promise((resolve) => {
        image.display({ data, width, height }, resolve);
      });
      if (decoded === null) throw new Error("The picture is damaged.");
      return data;
    },
  };
});
