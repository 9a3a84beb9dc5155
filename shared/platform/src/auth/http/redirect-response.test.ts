import { expect, test } from "vitest";
import { AuthError } from "../auth.errors.ts";
import { withCode, withError, withMessage } from "./redirect-response.ts";

test("a bare host gets no slash, and parameters are sorted with those that are there", () => {
  expect(withCode("http://site.example", "one")).toBe("http://site.example?code=one");
  expect(withCode("http://site.example/a?next=%2Finbox&about=1#top", "one")).toBe(
    "http://site.example/a?about=1&code=one&next=%2Finbox#top",
  );
});

test("an error goes into the fragment, and into the query where a code is expected", () => {
  const error = new AuthError(403, "otp_expired", "It expired");
  const query = "error=access_denied&error_code=otp_expired&error_description=It+expired";
  expect(withError("http://site.example?next=1", error, false)).toBe(
    `http://site.example?next=1#${query}&sb=`,
  );
  expect(withError("http://site.example?next=1", error, true)).toBe(
    `http://site.example?${query}&next=1#${query}&sb=`,
  );
});

test("a message goes into the fragment alone where no code is expected", () => {
  expect(withMessage("http://site.example", false)).toMatch(/^http:\/\/site\.example#message=/);
});
