import { beforeAll, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
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
  "an image in another size is refused by name, and never given as it is (%s; where transformations are off)",
  async (route) => {
    const path = `/${bucket.id}/image.png`;
    const response = await bucket.fetch(`/render/image/${route}${path}?width=10`);
    // Off, the service says so; on, it takes what is no image for what it is.
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toBe("x");
    expect(await (await bucket.fetch(`/object/${route}${path}`)).text()).toBe("x");
  },
);
