import { authFails } from "@sheaf/mocks/handlers/auth";
import { storageUploadFails } from "@sheaf/mocks/handlers/storage";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { giveSessionCookie, sessionOf } from "../../testing/sessions.ts";
import { platformTransport } from "./platform-transport.ts";
import { sendObject } from "./send-object.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const cors = { "access-control-allow-origin": "*" };
const content = new Blob(["%PDF-1.7 some bytes"]);
const objectKey = "w1/r1/i1/f1";

beforeEach(() => giveSessionCookie({ sessionId: "first" }));

function send(onBytes: (loaded: number) => void = () => {}) {
  return platformTransport.send({
    fileId: "f1",
    objectKey,
    mime: "application/pdf",
    sha256: "ab".repeat(32),
    content,
    onOffset: () => {},
    signal: new AbortController().signal,
    onBytes,
  });
}

/** Takes uploads and keeps what came with them. */
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
  test("go raw to their own key, under their own type, never over another file", async () => {
    const { seen, fault } = storageTakes();
    mocks.use(fault);
    await send();
    expect(seen[0]?.url).toBe(`http://platform.test/storage/v1/object/documents/${objectKey}`);
    expect(seen[0]?.body).toBe("%PDF-1.7 some bytes");
    expect(seen[0]?.headers).toMatchObject({
      "content-type": "application/pdf",
      "x-upsert": "false",
      apikey: "sb_publishable_for_tests",
      authorization: expect.stringMatching(/^Bearer .+/) as string,
    });
  });

  test("refused for an old token go again with a new one", async () => {
    const { seen, fault } = storageTakes();
    const renewed = sessionOf({ sessionId: "second" });
    const renews: Fault = (url) =>
      http.post(`${url}/auth/v1/token`, () => HttpResponse.json(renewed, { headers: cors }));
    mocks.use(storageUploadFails({ statusCode: 403, code: "AccessDenied", once: true }), renews, fault);
    await send();
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers["authorization"]).toBe(`Bearer ${renewed.access_token}`);
  });

  test("refused by a session that has ended say so", async () => {
    mocks.use(
      storageUploadFails({ statusCode: 403, code: "AccessDenied" }),
      authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }),
    );
    await expect(send()).rejects.toMatchObject({ code: "refresh_token_not_found" });
  });

  test("refused for what they are keep the service's own reason", async () => {
    mocks.use(storageUploadFails({ statusCode: 415, code: "InvalidMimeType" }));
    await expect(send()).rejects.toMatchObject({ code: "InvalidMimeType" });
  });
});

describe("what stands before the service", () => {
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
  ])("answers %i in its own words, and the person reads ours", async (status, code) => {
    mocks.use(proxyAnswers(status));
    await expect(sendTo()).rejects.toMatchObject({ code });
  });

  test("falls silent, and the file is given up after a while instead of standing still for ever", async () => {
    mocks.use((url) => http.post(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {})));
    await expect(sendTo({ stallMs: 20 })).rejects.toMatchObject({ code: "upload.interrupted" });
  });

  test("is not asked at all once the person has stopped the file", async () => {
    const stopped = AbortSignal.abort();
    await expect(sendTo({ signal: stopped })).rejects.toThrow(/abort/i);
  });

  test("is cut off the moment the person stops the file", async () => {
    const asked = vi.fn();
    mocks.use((url) =>
      http.post(`${url}/storage/v1/object/*`, () => {
        asked();
        return new Promise<never>(() => {});
      }),
    );
    const controller = new AbortController();
    const sending = sendTo({ signal: controller.signal });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: "AbortError" });
  });
});
