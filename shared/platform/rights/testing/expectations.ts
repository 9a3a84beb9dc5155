import { expect } from "vitest";
import type { Answer } from "./front-door.ts";

/** The value of a call that went well. */
export function granted(answer: Answer): unknown {
  expect(answer, "the call was refused").toMatchObject({ status: expect.toSatisfy((s: number) => s < 300) });
  return answer.body;
}

/** Refused by one of the product's own codes, the same in every detail whoever asks. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer).toEqual({
    status,
    body: { code: `PT${status}`, message: code, details: null, hint: null },
  });
}

export function expectNotFound(answer: Answer): void {
  expectRefusal(answer, 404, "not_found");
}
