import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshFetch } from "./refresh-fetch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = (seconds?: number) =>
  new Response(null, { status: 429, headers: seconds ? { "retry-after": String(seconds) } : {} });
const gone = new TypeError("Failed to fetch");

/** Returns the responses in order and repeats the last; records the time of each request in seconds. */
function service(...responses: (() => Promise<Response>)[]) {
  const start = Date.now();
  const requestTimes: number[] = [];
  const send = () => {
    requestTimes.push((Date.now() - start) / 1000);
    const respond = responses[Math.min(requestTimes.length, responses.length) - 1];
    return respond ? respond() : Promise.reject(gone);
  };
  return { requestTimes, send };
}

const works = () => Promise.resolve(Response.json({}));
const fails = () => Promise.reject(gone);

test.each([200, 400, 401, 403])("%i is final and not retried", async (status) => {
  const { requestTimes, send } = service(() => Promise.resolve(new Response(null, { status })));
  expect((await refreshFetch(send)).status).toBe(status);
  expect(requestTimes).toEqual([0]);
});

test.each([
  ["no network", fails],
  ["a service that fails", () => Promise.resolve(new Response(null, { status: 503 }))],
])("%s is retried every two seconds until it succeeds", async (_, failing) => {
  const { requestTimes, send } = service(failing, failing, works);
  const response = refreshFetch(send);
  await vi.advanceTimersByTimeAsync(4000);
  expect((await response).status).toBe(200);
  expect(requestTimes).toEqual([0, 2, 4]);
});

test("going online retries immediately", async () => {
  const { requestTimes, send } = service(fails, works);
  const response = refreshFetch(send);
  await vi.advanceTimersByTimeAsync(300);
  window.dispatchEvent(new Event("online"));
  expect((await response).status).toBe(200);
  expect(requestTimes).toEqual([0, 0.3]);
});

test("a rate limit waits for Retry-After, or ten seconds without it", async () => {
  const { requestTimes, send } = service(
    () => Promise.resolve(busy(3)),
    () => Promise.resolve(busy()),
    works,
  );
  const response = refreshFetch(send);
  await vi.advanceTimersByTimeAsync(13_000);
  expect((await response).status).toBe(200);
  expect(requestTimes).toEqual([0, 3, 13]);
});

test("a rate limit longer than the timeout becomes a 503, because the client ends the session on a 429", async () => {
  const { requestTimes, send } = service(() => Promise.resolve(busy(60)));
  const response = refreshFetch(send);
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await response).status).toBe(503);
  expect(requestTimes).toEqual([0, 30]);
});

test("no network for half a minute rejects with the network error", async () => {
  const { requestTimes, send } = service(fails);
  const response = expect(refreshFetch(send)).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(30_000);
  await response;
  expect(requestTimes.at(-1)).toBe(30);
});
