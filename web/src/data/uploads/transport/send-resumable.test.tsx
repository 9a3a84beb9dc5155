import { resumableStorage } from "@sheaf/mocks/handlers/resumable";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { giveSession, giveSessionCookie, sessionOf } from "../../../testing/sessions.ts";
import { partBytes, sendResumable, type SendResumableOptions } from "./send-resumable.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const endpoint = "http://platform.test/storage/v1/upload/resumable";
const size = partBytes + 1000;
const content = new Blob([new Uint8Array(partBytes).fill(7), new Uint8Array(1000).fill(9)]);

beforeEach(() => giveSessionCookie({ sessionId: "first" }));

function serving() {
  const storage = resumableStorage();
  mocks.use(storage.handler);
  return storage;
}

function send(over: Partial<SendResumableOptions> = {}) {
  return sendResumable({
    endpoint,
    publishableKey: "sb_publishable_for_tests",
    objectKey: "w1/r1/i1/f1",
    mime: "application/pdf",
    content,
    signal: new AbortController().signal,
    onOffset: () => {},
    onBytes: () => {},
    uploadUrl: undefined,
    onUploadUrl: () => {},
    stallMs: 60_000,
    retryDelays: [0, 0, 0],
    ...over,
  });
}

/** Uploads the first bytes of the file and returns the URL for the rest. */
async function bringHalf(storage: ReturnType<typeof serving>, bytes: number): Promise<string> {
  let url = "";
  storage.cutAfter(bytes);
  await expect(send({ retryDelays: [], onUploadUrl: (known) => (url = known) })).rejects.toMatchObject({
    code: "upload.paused",
  });
  storage.seen.length = 0;
  return url;
}

describe("a large file", () => {
  test("is sent in parts of 6 MiB with its type and never overwrites another file", async () => {
    const storage = serving();
    await send();
    expect(storage.methods()).toEqual(["POST", "PATCH", "PATCH"]);
    expect(storage.parts()).toEqual([
      [0, partBytes],
      [partBytes, 1000],
    ]);
    const [upload] = storage.uploads.values();
    expect(upload?.metadata).toEqual({
      bucketName: "documents",
      objectName: "w1/r1/i1/f1",
      contentType: "application/pdf",
    });
    expect(upload?.content.size).toBe(size);
    for (const { headers } of storage.seen) {
      expect(headers).toMatchObject({
        apikey: "sb_publishable_for_tests",
        "x-upsert": "false",
        authorization: expect.stringMatching(/^Bearer .+/) as string,
      });
    }
  });

  test("reports progress in bytes of the whole file", async () => {
    serving();
    const offsets: number[] = [];
    const seen: number[] = [];
    await send({ onOffset: (offset) => offsets.push(offset), onBytes: (loaded) => seen.push(loaded) });
    expect(offsets).toEqual([0]);
    expect(seen.at(-1)).toBe(size);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test("is sent only to the platform, even if the service names another host", async () => {
    const storage = serving();
    let url = "";
    await send({ onUploadUrl: (known) => (url = known) });
    expect(url).toBe(`${endpoint}/upload-1`);
    expect(storage.seen.map((request) => new URL(request.url).host)).toEqual(
      storage.seen.map(() => "platform.test"),
    );
  });

  test("resumes from the service's offset after the connection breaks within a part", async () => {
    const storage = serving();
    const offsets: number[] = [];
    storage.cutAfter(5000);
    await send({ onOffset: (offset) => offsets.push(offset) });
    expect(storage.methods()).toEqual(["POST", "PATCH", "HEAD", "PATCH"]);
    expect(storage.parts().map(([offset]) => offset)).toEqual([0, 5000]);
    expect(offsets).toEqual([0, 5000]);
    expect(storage.uploads.get("upload-1")?.content.size).toBe(size);
  });

  test("resumes an earlier upload instead of creating a new one", async () => {
    const storage = serving();
    const uploadUrl = await bringHalf(storage, 5000);
    await send({ uploadUrl });
    expect(storage.methods()).toEqual(["HEAD", "PATCH"]);
    expect(storage.parts()).toEqual([[5000, size - 5000]]);
  });

  test("is not sent again when all bytes have arrived", async () => {
    const storage = serving();
    let uploadUrl = "";
    await send({ onUploadUrl: (url) => (uploadUrl = url) });
    storage.seen.length = 0;
    await send({ uploadUrl });
    expect(storage.methods()).toEqual(["HEAD"]);
  });

  test.each([404, 410])("restarts when the service no longer has the upload (%i)", async (status) => {
    const storage = serving();
    const uploadUrl = await bringHalf(storage, 5000);
    storage.refuse({ method: "HEAD", status });
    const urls: string[] = [];
    const offsets: number[] = [];
    await send({
      uploadUrl,
      onUploadUrl: (url) => urls.push(url),
      onOffset: (offset) => offsets.push(offset),
    });
    expect(storage.methods()).toEqual(["HEAD", "POST", "PATCH", "PATCH"]);
    expect(urls).toEqual([`${endpoint}/upload-2`]);
    expect(offsets).toEqual([0]);
  });

  test("restarts when the service discards the upload while sending", async () => {
    const storage = serving();
    storage.refuse({ method: "PATCH", status: 410 });
    storage.refuse({ method: "HEAD", status: 410 });
    await send();
    expect(storage.methods()).toEqual(["POST", "PATCH", "HEAD", "POST", "PATCH", "PATCH"]);
  });

  test.each([500, 502, 429, 423])(
    "does not restart when the service fails to report the offset (%i)",
    async (status) => {
      const storage = serving();
      const uploadUrl = await bringHalf(storage, 5000);
      storage.refuse({ method: "HEAD", status });
      await send({ uploadUrl });
      expect(storage.methods()).toEqual(["HEAD", "HEAD", "PATCH"]);
    },
  );
});

describe("an access token", () => {
  const renews =
    (session: unknown): Fault =>
    (url) =>
      http.post(`${url}/auth/v1/token`, () =>
        HttpResponse.json(session as object, { headers: { "access-control-allow-origin": "*" } }),
      );

  test.each([
    ["by the protocol", "new row violates row-level security policy"],
    ["by the gateway", { statusCode: "403", code: "AccessDenied", message: "jwt expired" }],
  ])("refused %s is refreshed, and only that part is sent again", async (_, body) => {
    const renewed = sessionOf({ sessionId: "second" });
    const storage = serving();
    mocks.use(renews(renewed));
    storage.refuse({ method: "PATCH", status: typeof body === "string" ? 403 : 400, body });
    await send();
    expect(storage.parts().map(([offset]) => offset)).toEqual([0, 0, partBytes]);
    const [, first, ...later] = storage.seen.map(({ headers }) => headers["authorization"]);
    expect(first).not.toBe(`Bearer ${renewed.access_token}`);
    expect(later).toEqual(later.map(() => `Bearer ${renewed.access_token}`));
  });

  test("refused without a code for the offset request is refreshed as well", async () => {
    const storage = serving();
    const uploadUrl = await bringHalf(storage, 5000);
    mocks.use(renews(sessionOf({ sessionId: "second" })));
    storage.refuse({ method: "HEAD", status: 400, body: "" });
    await send({ uploadUrl });
    expect(storage.methods()).toEqual(["HEAD", "HEAD", "PATCH"]);
  });

  test("refreshed during the upload is used for the next part", async () => {
    const storage = serving();
    const renewed = sessionOf({ sessionId: "second" });
    const take: Fault = (url) => http.patch(`${url}/storage/v1/upload/*`, () => giveSession(renewed));
    mocks.use(take);
    await send();
    expect(storage.seen.at(-1)?.headers["authorization"]).toBe(`Bearer ${renewed.access_token}`);
  });
});

describe("a refusal", () => {
  test.each([
    ["POST", 409, "KeyAlreadyExists"],
    ["POST", 413, "EntityTooLarge"],
    ["POST", 415, "InvalidMimeType"],
    ["POST", 418, "unknown"],
    ["PATCH", 413, "EntityTooLarge"],
  ])("of %s with %i has the service's code and is not retried", async (method, status, code) => {
    const storage = serving();
    storage.refuse({ method, status });
    await expect(send()).rejects.toMatchObject({ code });
    expect(storage.methods().filter((sent) => sent === method)).toHaveLength(1);
  });

  test.each([
    ["PATCH", 423, "ResourceLocked"],
    ["PATCH", 429, "SlowDown"],
    ["PATCH", 409, "TusError"],
    ["POST", 503, "service.unavailable"],
  ])(
    "of %s with %i that persists has the service's code after the last retry",
    async (method, status, code) => {
      const storage = serving();
      for (let tries = 0; tries < 4; tries += 1) storage.refuse({ method, status });
      await expect(send()).rejects.toMatchObject({ code });
      expect(storage.methods().filter((sent) => sent === method)).toHaveLength(4);
    },
  );

  test("for a missing permission is reported as such after a token refresh", async () => {
    const storage = serving();
    mocks.use((url) =>
      http.post(`${url}/auth/v1/token`, () =>
        HttpResponse.json(sessionOf({ sessionId: "second" }), {
          headers: { "access-control-allow-origin": "*" },
        }),
      ),
    );
    storage.refuse({ method: "POST", status: 403 });
    storage.refuse({ method: "POST", status: 403 });
    await expect(send()).rejects.toMatchObject({ code: "AccessDenied" });
  });
});

describe("a connection", () => {
  test("lost before the upload was created leaves nothing to resume", async () => {
    mocks.use((url) => http.post(`${url}/storage/v1/upload/*`, () => HttpResponse.error()));
    await expect(send()).rejects.toMatchObject({ code: "upload.interrupted" });
  });

  test("known to be offline is not retried until the network is back", async () => {
    const storage = serving();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    storage.cutAfter(5000);
    await expect(send()).rejects.toMatchObject({ code: "upload.paused" });
    expect(storage.methods()).toEqual(["POST", "PATCH"]);
  });

  test("that stalls fails once and is not retried immediately", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const onRequest = vi.fn();
    const storage = serving();
    mocks.use((url) =>
      http.patch(`${url}/storage/v1/upload/*`, () => {
        onRequest();
        return new Promise<never>(() => {});
      }),
    );
    const sending = send();
    const failed = expect(sending).rejects.toMatchObject({ code: "upload.paused" });
    await vi.waitFor(() => expect(onRequest).toHaveBeenCalled());
    vi.advanceTimersByTime(60_000);
    await failed;
    expect(onRequest).toHaveBeenCalledTimes(1);
    expect(storage.methods()).toEqual(["POST"]);
  });
});

describe("stopping the file", () => {
  test("before the start sends nothing", async () => {
    const storage = serving();
    await expect(send({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(storage.seen).toEqual([]);
  });

  test("during a part aborts it and sends no other", async () => {
    const storage = serving();
    const controller = new AbortController();
    mocks.use((url) =>
      http.patch(`${url}/storage/v1/upload/*`, () => {
        controller.abort();
        return new Promise<never>(() => {});
      }),
    );
    await expect(send({ signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(storage.methods()).toEqual(["POST"]);
  });
});
