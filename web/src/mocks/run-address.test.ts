import { expect, test } from "vitest";
import { requestedRun, withRun } from "./run-address.ts";

const at = (address: string) => new URL(address, "http://localhost:3000");

test("an address names a tape and optionally a scenario", () => {
  expect(requestedRun(at("/?qa=requests-filled&scenario=slow"))).toEqual({
    tape: "requests-filled",
    scenario: "slow",
    id: undefined,
  });
  expect(requestedRun(at("/?qa=requests-filled"))).toMatchObject({ scenario: null });
  expect(requestedRun(at("/requests?filter=drafts"))).toBeUndefined();
});

test("a run survives the round trip through an address with other parameters", () => {
  const address = withRun(at("/requests?filter=drafts&qa=other&scenario=slow&run=1"), {
    tape: "sign-in",
    scenario: undefined,
    id: "4f1c0a2b",
  });
  expect(address).toBe("http://localhost:3000/requests?filter=drafts&qa=sign-in&run=4f1c0a2b");
  expect(requestedRun(at(address))).toEqual({ tape: "sign-in", scenario: null, id: "4f1c0a2b" });
});
