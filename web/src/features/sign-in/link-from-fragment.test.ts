import { describe, expect, test } from "vitest";
import { linkFromFragment } from "./link-from-fragment.ts";

describe("a link that was opened elsewhere", () => {
  const hash = "0123456789abcdef".repeat(4);

  test("is taken from the fragment with its destination", () => {
    expect(linkFromFragment(`#token_hash=${hash}&type=magiclink&next=%2Finbox`)).toEqual({
      tokenHash: hash,
      type: "magiclink",
      next: "/inbox",
    });
  });

  test("keeps the prefix by which the service knows its flow", () => {
    expect(linkFromFragment(`#token_hash=pkce_${hash}&type=signup`)?.tokenHash).toBe(`pkce_${hash}`);
  });

  test.each(["//evil.example", "/\\evil", "https://evil.example", "/auth/sign-out"])(
    "loses the destination %s",
    (next) => {
      const fragment = `#${new URLSearchParams({ token_hash: hash, type: "email", next })}`;
      expect(linkFromFragment(fragment)).toEqual({ tokenHash: hash, type: "email", next: undefined });
    },
  );

  test.each(["", "#", "#token_hash=short&type=email", `#token_hash=${hash}`, `#token_hash=${hash}&type=sms`])(
    "is none in %j",
    (fragment) => expect(linkFromFragment(fragment)).toBeUndefined(),
  );
});
