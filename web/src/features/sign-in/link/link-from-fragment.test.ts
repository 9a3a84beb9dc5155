import { describe, expect, test } from "vitest";
import { linkFromFragment } from "./link-from-fragment.ts";

describe("a link opened in another browser", () => {
  const hash = "0123456789abcdef".repeat(4);

  test("is read from the fragment with its destination", () => {
    expect(linkFromFragment(`#token_hash=${hash}&type=magiclink&next=%2Finbox`)).toEqual({
      tokenHash: hash,
      type: "magiclink",
      next: "/inbox",
    });
  });

  test("keeps the prefix that marks a PKCE token", () => {
    expect(linkFromFragment(`#token_hash=pkce_${hash}&type=signup`)?.tokenHash).toBe(`pkce_${hash}`);
  });

  test.each(["//evil.example", "/\\evil", "https://evil.example", "/auth/sign-out"])(
    "drops the destination %s",
    (next) => {
      const fragment = `#${new URLSearchParams({ token_hash: hash, type: "email", next })}`;
      expect(linkFromFragment(fragment)).toEqual({ tokenHash: hash, type: "email", next: undefined });
    },
  );

  test.each(["", "#", "#token_hash=short&type=email", `#token_hash=${hash}`, `#token_hash=${hash}&type=sms`])(
    "is undefined for %j",
    (fragment) => expect(linkFromFragment(fragment)).toBeUndefined(),
  );
});
