import { authFails } from "@sheaf/mocks/handlers/auth";
import { storageUploadFails } from "@sheaf/mocks/handlers/storage";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { giveSessionCookie, sessionOf } from "../../../testing/sessions.ts";
import { platformTransport } from "./platform-transport.ts";
import { sendObject } from "./send-object.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const cors = { "access-control-allow-origin": "*" };
const content = new Blob(["%PDF-1.7 some bytes"]);
const objectKey = "w1/r1/i1/f1";

beforeEach(() => giveSessionCookie({ sessionId: "first" }));

function send(onBytes: (loaded: number) => void = () => {}, signal = new AbortController().signal) {
  return platformTransport.send({
    fileId: "f1",
    objectKey,
    mime: "application/pdf",
    sha256: Promise.resolve("ab".repeat(32)),
    content,
    onOffset: () => {},
    signal,
    onBytes,
  });
}

/** Accepts uploads and records their headers and bodies. */
function storageTakes() {
  const seen: { url: string; body: string; headers: Record<string, string> }[] = [];
  const fault: Fault = (url) =>
    http.post(`${url}/storage/v1/object/*`, async ({ request }) => {
      const headers = Object.fromEntries(request.headers);
      seen.push({ url: request.url, body: await request.text(), headers });
      return HttpResponse.json({ Key: objectKey }, { headers: cors });
    });
  return { seen, fault };
}

describe("a file's bytes", () => {
  test("are sent raw to the file's own key with its type and never overwrite another file", async () => {
    const { seen, fault } = storageTakes();
    mocks.use(fault);
    await send();
    expect(seen[0]?.url).toBe(`http://platform.test/storage/v1/object/documents/${objectKey}`);
    expect(seen[0]?.body).toBe("%PDF-1.7 some bytes");
    expect(seen[0]?.headers).toMatchObject({
      "cache-control": "private, no-store",
      "content-type": "application/pdf",
      "x-upsert": "false",
      apikey: "sb_publishable_for_tests",
      authorization: expect.stringMatching(/^Bearer .+/) as string,
    });
  });

  test("are sent again with a new token when the old one is refused", async () => {
    const { seen, fault } = storageTakes();
    const renewed = sessionOf({ sessionId: "second" });
    const renews: Fault = (url) =>
      http.post(`${url}/auth/v1/token`, () => HttpResponse.json(renewed, { headers: cors }));
    mocks.use(storageUploadFails({ statusCode: 403, code: "AccessDenied", once: true }), renews, fault);
    await send();
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers["authorization"]).toBe(`Bearer ${renewed.access_token}`);
  });

  test("fail with a session error when the session has ended", async () => {
    mocks.use(
      storageUploadFails({ statusCode: 403, code: "AccessDenied" }),
      authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }),
    );
    await expect(send()).rejects.toMatchObject({ code: "refresh_token_not_found" });
  });

  test("fail with the service's own code when the content is refused", async () => {
    mocks.use(storageUploadFails({ statusCode: 415, code: "InvalidMimeType" }));
    await expect(send()).rejects.toMatchObject({ code: "InvalidMimeType" });
  });
});

describe("a small file on a broken connection", () => {
  const breaksOnce: Fault = (url) =>
    http.post(`${url}/storage/v1/object/*`, () => HttpResponse.error(), { once: true });

  test("is retried within seconds, like a large one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { seen, fault } = storageTakes();
    mocks.use(breaksOnce, fault);
    const sending = send();
    vi.advanceTimersByTime(600);
    await sending;
    expect(seen).toHaveLength(1);
  });

  test("is not retried once it is stopped", async () => {
    const controller = new AbortController();
    const failed = vi.fn();
    const { seen, fault } = storageTakes();
    mocks.use(fault);
    mocks.use((url) =>
      http.post(`${url}/storage/v1/object/*`, () => (failed(), HttpResponse.error()), { once: true }),
    );
    const sending = send(() => {}, controller.signal);
    await vi.waitFor(() => expect(failed).toHaveBeenCalled());
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toHaveLength(0);
  });
});

describe("a proxy in front of the service", () => {
  const sendTo = (options: { stallMs?: number; signal?: AbortSignal } = {}) =>
    sendObject({
      url: "http://platform.test/storage/v1/object/documents/key",
      publishableKey: "key",
      accessToken: "token",
      mime: "application/pdf",
      content,
      signal: new AbortController().signal,
      onBytes: () => {},
      stallMs: 60_000,
      ...options,
    });
  const proxyAnswers =
    (status: number): Fault =>
    (url) =>
      http.post(`${url}/storage/v1/object/*`, () => new HttpResponse("<html>", { status, headers: cors }));

  test.each([
    [413, "EntityTooLarge"],
    [401, "InvalidJWT"],
    [502, "service.unavailable"],
    [404, "unknown"],
  ])("that answers %i with its own page gives our error", async (status, code) => {
    mocks.use(proxyAnswers(status));
    await expect(sendTo()).rejects.toMatchObject({ code });
  });

  test("that never responds makes the upload fail after a while", async () => {
    mocks.use((url) => http.post(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {})));
    await expect(sendTo({ stallMs: 20 })).rejects.toMatchObject({ code: "upload.interrupted" });
  });

  test("receives no request once the file is stopped", async () => {
    const stopped = AbortSignal.abort();
    await expect(sendTo({ signal: stopped })).rejects.toThrow(/abort/i);
  });

  test("has its request aborted when the file is stopped", async () => {
    const onRequest = vi.fn();
    mocks.use((url) =>
      http.post(`${url}/storage/v1/object/*`, () => {
        onRequest();
        return new Promise<never>(() => {});
      }),
    );
    const controller = new AbortController();
    const sending = sendTo({ signal: controller.signal });
    await vi.waitFor(() => expect(onRequest).toHaveBeenCalled());
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: "AbortError" });
  });
});
