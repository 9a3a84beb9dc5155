import { beforeAll, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, type TestBucket } from "./storage.bucket.ts";

covers(
  "GET /storage/v1/object/public/{bucket}/{key+}",
  "GET /storage/v1/object/authenticated/{bucket}/{key+}",
);

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket({ public: true });
  await bucket.upload("image.png", "x", { "content-type": "image/png" });
});

test.each(["public", "authenticated"])(
  "a resized image is rejected, and the original is not returned instead (%s; with transformations disabled)",
  async (route) => {
    const path = `/${bucket.id}/image.png`;
    const response = await bucket.fetch(`/render/image/${route}${path}?width=10`);
    // If disabled, the route doesn't exist; if enabled, the service finds no image.
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toBe("x");
    expect(await (await bucket.fetch(`/object/${route}${path}`)).text()).toBe("x");
  },
);
