import { expect, test } from "vitest";
import { toSignInSettings } from "./sign-in-settings.models.ts";

test("only supported and enabled providers are offered", () => {
  const response = {
    external: { github: true, google: false, gitlab: true, email: true },
    passkeys_enabled: true,
  };
  expect(toSignInSettings(response)).toEqual({
    providers: [{ id: "github", name: "GitHub" }],
    passkeys: true,
  });
});

test.each([null, "text", {}, { external: [], passkeys_enabled: "yes" }])(
  "a malformed response enables nothing: %j",
  (response) => {
    expect(toSignInSettings(response)).toEqual({ providers: [], passkeys: false });
  },
);
