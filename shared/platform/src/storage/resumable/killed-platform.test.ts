import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { localKeys } from "../../keys.ts";
import { bytesIn, emptyFolder } from "../../testing/folders.ts";
import { runMain } from "../../testing/run-main.ts";

const headers = {
  authorization: `Bearer ${localKeys.secret}`,
  apikey: localKeys.secret,
  "tus-resumable": "1.0.0",
};
const partHeaders = { ...headers, "content-type": "application/offset+octet-stream" };
const encoded = (name: string, value: string) => `${name} ${Buffer.from(value).toString("base64")}`;

test(
  "an upload interrupted by a killed platform can be resumed after the restart",
  { timeout: 60_000 },
  async () => {
    const directory = await emptyFolder();
    const first = await runMain(directory);
    const service = createClient(first.url, localKeys.secret, { auth: { persistSession: false } });
    await service.storage.createBucket("papers");
    const bytes = randomBytes(4_000_000);
    const created = await fetch(`${first.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        ...headers,
        "upload-length": String(bytes.length),
        "upload-metadata": [encoded("bucketName", "papers"), encoded("objectName", "scan")].join(","),
      },
    });
    const upload = new URL(created.headers.get("location") ?? "");
    const halfSent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, 3_000_000)),
    });
    const sending = fetch(upload, {
      method: "PATCH",
      headers: { ...partHeaders, "upload-offset": "0" },
      body: halfSent,
      duplex: "half",
    });
    const cut = expect(sending).rejects.toThrow("fetch failed");
    await expect
      .poll(() => bytesIn(join(directory, "storage")), { timeout: 10_000 })
      .toBeGreaterThan(1_000_000);
    const ended = once(first.process, "exit");
    first.process.kill("SIGKILL");
    await cut;
    await ended;

    const second = await runMain(directory);
    const place = new URL(upload.pathname, second.url);
    const offset = Number((await fetch(place, { method: "HEAD", headers })).headers.get("upload-offset"));
    expect(offset).toBeGreaterThan(1_000_000);
    const last = await fetch(place, {
      method: "PATCH",
      headers: { ...partHeaders, "upload-offset": String(offset) },
      body: bytes.subarray(offset),
    });
    expect(last.status).toBe(204);
    const again = createClient(second.url, localKeys.secret, { auth: { persistSession: false } });
    const { data } = await again.storage.from("papers").download("scan");
    expect(data && Buffer.from(await data.arrayBuffer()).equals(bytes)).toBe(true);
  },
);
