import { resumableStorage } from "@sheaf/mocks/handlers/resumable";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { giveSessionCookie, sessionOf } from "../../testing/sessions.ts";
import { partBytes, sendResumable, type SendResumableOptions } from "./send-resumable.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const endpoint = "http://platform.test/storage/v1/upload/resumable";
const size = partBytes + 1000;
const content = new Blob([new Uint8Array(partBytes).fill(7), new Uint8Array(1000).fill(9)]);

beforeEach(() => giveSessionCookie({ sessionId: "first" }));

function serving() {
  const storage = resumableStorage();
  mocks.use(storage.fault);
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

/** Brings the first bytes of the file and answers the address under which the rest is expected. */
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
  test("goes in parts of six mebibytes, as what it is, never over another file", async () => {
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
      cacheControl: "3600",
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

  test("tells how far it is, in bytes of the whole file", async () => {
    serving();
    const offsets: number[] = [];
    const seen: number[] = [];
    await send({ onOffset: (offset) => offsets.push(offset), onBytes: (loaded) => seen.push(loaded) });
    expect(offsets).toEqual([0]);
    expect(seen.at(-1)).toBe(size);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test("goes to the platform alone, whatever host the service names", async () => {
    const storage = serving();
    let url = "";
    await send({ onUploadUrl: (known) => (url = known) });
    expect(url).toBe(`${endpoint}/upload-1`);
    expect(storage.seen.map((request) => new URL(request.url).host)).toEqual(
      storage.seen.map(() => "platform.test"),
    );
  });

  test("whose line breaks in the middle of a part goes on by itself from the byte that the service names", async () => {
    const storage = serving();
    const offsets: number[] = [];
    storage.cutAfter(5000);
    await send({ onOffset: (offset) => offsets.push(offset) });
    expect(storage.methods()).toEqual(["POST", "PATCH", "HEAD", "PATCH"]);
    expect(storage.parts().map(([offset]) => offset)).toEqual([0, 5000]);
    expect(offsets).toEqual([0, 5000]);
    expect(storage.uploads.get("upload-1")?.content.size).toBe(size);
  });

  test("begun earlier is gone on with, and not begun again", async () => {
    const storage = serving();
    const uploadUrl = await bringHalf(storage, 5000);
    await send({ uploadUrl });
    expect(storage.methods()).toEqual(["HEAD", "PATCH"]);
    expect(storage.parts()).toEqual([[5000, size - 5000]]);
  });

  test("of which everything has arrived already is not sent at all", async () => {
    const storage = serving();
    let uploadUrl = "";
    await send({ onUploadUrl: (url) => (uploadUrl = url) });
    storage.seen.length = 0;
    await send({ uploadUrl });
    expect(storage.methods()).toEqual(["HEAD"]);
  });

  test.each([404, 410])("that the service has given up (%i) is begun anew", async (status) => {
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

  test("that the service gives up in the middle is begun anew as well", async () => {
    const storage = serving();
    storage.refuse({ method: "PATCH", status: 410 });
    storage.refuse({ method: "HEAD", status: 410 });
    await send();
    expect(storage.methods()).toEqual(["POST", "PATCH", "HEAD", "POST", "PATCH", "PATCH"]);
  });

  test.each([500, 429, 423])(
    "is not begun anew because the service stumbles (%i) when asked how far it is",
    async (status) => {
      const storage = serving();
      const uploadUrl = await bringHalf(storage, 5000);
      storage.refuse({ method: "HEAD", status });
      await send({ uploadUrl });
      expect(storage.methods()).toEqual(["HEAD", "HEAD", "PATCH"]);
    },
  );
});

describe("the token", () => {
  const renews =
    (session: unknown): Fault =>
    (url) =>
      http.post(`${url}/auth/v1/token`, () =>
        HttpResponse.json(session as object, { headers: { "access-control-allow-origin": "*" } }),
      );

  test.each([
    ["by the protocol", "new row violates row-level security policy"],
    ["by what stands before it", { statusCode: "403", code: "AccessDenied", message: "jwt expired" }],
  ])("that is refused %s is renewed, and just that part goes again with the new one", async (_, body) => {
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

  test("that is refused without a word, when asked how far the file is, is renewed as well", async () => {
    const storage = serving();
    const uploadUrl = await bringHalf(storage, 5000);
    mocks.use(renews(sessionOf({ sessionId: "second" })));
    storage.refuse({ method: "HEAD", status: 400, body: "" });
    await send({ uploadUrl });
    expect(storage.methods()).toEqual(["HEAD", "HEAD", "PATCH"]);
  });

  test("that was renewed under way is used by the next part", async () => {
    const storage = serving();
    const renewed = sessionOf({ sessionId: "second" });
    const take: Fault = (url) =>
      http.patch(`${url}/storage/v1/upload/*`, () => giveSessionCookie({ sessionId: "second" }));
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
  ])("of %s with %i is told by its own code, and not tried again", async (method, status, code) => {
    const storage = serving();
    storage.refuse({ method, status });
    await expect(send()).rejects.toMatchObject({ code });
    expect(storage.methods().filter((asked) => asked === method)).toHaveLength(1);
  });

  test.each([
    ["PATCH", 423, "ResourceLocked"],
    ["PATCH", 429, "SlowDown"],
    ["PATCH", 409, "TusError"],
    ["POST", 503, "service.unavailable"],
  ])("of %s with %i that stays is told by its own code after the last try", async (method, status, code) => {
    const storage = serving();
    for (let tries = 0; tries < 4; tries += 1) storage.refuse({ method, status });
    await expect(send()).rejects.toMatchObject({ code });
    expect(storage.methods().filter((asked) => asked === method)).toHaveLength(4);
  });

  test("for want of a right that no newer token brings is told as what it is", async () => {
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

describe("a line", () => {
  test("that is lost before anything was begun leaves nothing to go on with", async () => {
    mocks.use((url) => http.post(`${url}/storage/v1/upload/*`, () => HttpResponse.error()));
    await expect(send()).rejects.toMatchObject({ code: "upload.interrupted" });
  });

  test("that is known to be gone is not tried again until the page hears that it is back", async () => {
    const storage = serving();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    storage.cutAfter(5000);
    await expect(send()).rejects.toMatchObject({ code: "upload.paused" });
    expect(storage.methods()).toEqual(["POST", "PATCH"]);
  });

  test("that falls silent is given up once, and not waited for again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const asked = vi.fn();
    const storage = serving();
    mocks.use((url) =>
      http.patch(`${url}/storage/v1/upload/*`, () => {
        asked();
        return new Promise<never>(() => {});
      }),
    );
    const sending = send();
    const failed = expect(sending).rejects.toMatchObject({ code: "upload.paused" });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    vi.advanceTimersByTime(60_000);
    await failed;
    expect(asked).toHaveBeenCalledTimes(1);
    expect(storage.methods()).toEqual(["POST"]);
  });
});

describe("a person who stops the file", () => {
  test("before it began has nothing sent", async () => {
    const storage = serving();
    await expect(send({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(storage.seen).toEqual([]);
  });

  test("in the middle has the part cut off, and no other sent", async () => {
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
