import { expect } from "vitest";
import type { TestResponse } from "./front-door.ts";

/** Expects success and returns the body. */
export function granted(answer: TestResponse): unknown {
  expect(answer, "the call failed").toMatchObject({ status: expect.toSatisfy((s: number) => s < 300) });
  return answer.body;
}

/** Expects one of the product's error codes, with no details that could differ between callers. */
export function expectRefusal(answer: TestResponse, status: number, code: string): void {
  expect(answer).toEqual({
    status,
    body: { code: `PT${status}`, message: code, details: null, hint: null },
  });
}

export function expectNotFound(answer: TestResponse): void {
  expectRefusal(answer, 404, "not_found");
}
