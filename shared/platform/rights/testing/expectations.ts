import { expect } from "vitest";
import type { Answer } from "./front-door.ts";

/** Expects success and returns the body. */
export function granted(answer: Answer): unknown {
  expect(answer, "the call failed").toMatchObject({ status: expect.toSatisfy((s: number) => s < 300) });
  return answer.body;
}

/** Expects one of the product's error codes, with no details that could differ between callers. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer).toEqual({
    status,
    body: { code: `PT${status}`, message: code, details: null, hint: null },
  });
}

export function expectNotFound(answer: Answer): void {
  expectRefusal(answer, 404, "not_found");
}
