import type { Browser } from "@playwright/test";

/** As a phone takes it: 4000 × 3000 pixels with the noise of a sensor, about 3 MB. */
export async function phonePhoto(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("There is no canvas.");
    const image = context.createImageData(canvas.width, canvas.height);
    for (let place = 0; place < image.data.length; place += 4) {
      const light = 120 + 80 * Math.sin(place / 1_000_000) + 40 * Math.random();
      image.data.set([light, light - 10, light - 20, 255], place);
    }
    context.putImageData(image, 0, 0);
    const content = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    const bytes = new Uint8Array(await content.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
  });
  await page.close();
  return Buffer.from(base64, "base64");
}
