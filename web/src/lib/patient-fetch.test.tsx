import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patientFetch } from "./patient-fetch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = (seconds?: number) =>
  new Response(null, { status: 429, headers: seconds ? { "retry-after": String(seconds) } : {} });
const gone = new TypeError("Failed to fetch");

/** Answers one after the other, the last one for ever; says when each was asked for, in seconds from the start. */
function service(...answers: (() => Promise<Response>)[]) {
  const start = Date.now();
  const asked: number[] = [];
  const send = () => {
    asked.push((Date.now() - start) / 1000);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    return answer ? answer() : Promise.reject(gone);
  };
  return { asked, send };
}

const works = () => Promise.resolve(Response.json({}));
const fails = () => Promise.reject(gone);

test.each([200, 400, 401, 403])("%i is an answer to live with, and nobody asks again", async (status) => {
  const { asked, send } = service(() => Promise.resolve(new Response(null, { status })));
  expect((await patientFetch(send)).status).toBe(status);
  expect(asked).toEqual([0]);
});

test.each([
  ["no network", fails],
  ["a service that fails", () => Promise.resolve(new Response(null, { status: 503 }))],
])("%s is asked again every two seconds until there is an answer", async (_, failing) => {
  const { asked, send } = service(failing, failing, works);
  const answer = patientFetch(send);
  await vi.advanceTimersByTimeAsync(4000);
  expect((await answer).status).toBe(200);
  expect(asked).toEqual([0, 2, 4]);
});

test("a network that is back is noticed at once", async () => {
  const { asked, send } = service(fails, works);
  const answer = patientFetch(send);
  await vi.advanceTimersByTimeAsync(300);
  window.dispatchEvent(new Event("online"));
  expect((await answer).status).toBe(200);
  expect(asked).toEqual([0, 0.3]);
});

test("a limit is waited for as long as the service says, else ten seconds", async () => {
  const { asked, send } = service(
    () => Promise.resolve(busy(3)),
    () => Promise.resolve(busy()),
    works,
  );
  const answer = patientFetch(send);
  await vi.advanceTimersByTimeAsync(13_000);
  expect((await answer).status).toBe(200);
  expect(asked).toEqual([0, 3, 13]);
});

test("a limit that outlasts the patience is a service that is down: the client would end the session on a 429", async () => {
  const { asked, send } = service(() => Promise.resolve(busy(60)));
  const answer = patientFetch(send);
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await answer).status).toBe(503);
  expect(asked).toEqual([0, 30]);
});

test("no network for half a minute is told as such", async () => {
  const { asked, send } = service(fails);
  const answer = expect(patientFetch(send)).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(30_000);
  await answer;
  expect(asked.at(-1)).toBe(30);
});
