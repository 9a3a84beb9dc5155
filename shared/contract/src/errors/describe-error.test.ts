import type { AuthError } from "@supabase/supabase-js";
import { describe, expect, expectTypeOf, test } from "vitest";
import { accountErrors } from "./account.errors.ts";
import { authServiceErrors } from "./auth-service.errors.ts";
import { authSettingsErrors } from "./auth-settings.errors.ts";
import { clientErrors } from "./client.errors.ts";
import { companySignInErrors } from "./company-sign-in.errors.ts";
import { dataServiceErrors } from "./data-service.errors.ts";
import { draftErrors } from "./draft.errors.ts";
import { fileErrors } from "./file.errors.ts";
import { linkErrors } from "./link.errors.ts";
import { requestErrors } from "./request.errors.ts";
import { secondFactorErrors } from "./second-factor.errors.ts";
import { sessionErrors } from "./session.errors.ts";
import { signInErrors } from "./sign-in.errors.ts";
import { storageServiceErrors } from "./storage-service.errors.ts";
import { workspaceErrors } from "./workspace.errors.ts";
import { describeError, errorCatalogue, isErrorCode, type ErrorCode } from "./describe-error.ts";

type Literal<Text> = Text extends string ? (string extends Text ? never : Text) : never;
type AuthClientCode = Literal<AuthError["code"]>;

/** What the data functions raise and the page meets, by the stable names that they share. */
const ownCodes = [
  "not_found",
  "item.stale",
  "item.locked",
  "request.closed",
  "draft.title",
  "draft.items",
  "draft.recipients",
  "draft.too_many_items",
  "file.too_large",
  "file.empty",
  "file.type",
  "file.too_many",
  "file.not_stored",
  "session.required",
  "network.unreachable",
  "upload.interrupted",
  "workspace.last_owner",
] as const;

describe("the words for an error", () => {
  test("exist for every code that the auth client knows", () => {
    // The client's list is a type alone, so the type checker is what fails here when a new code appears.
    expectTypeOf<Exclude<AuthClientCode, ErrorCode>>().toEqualTypeOf<never>();
    expectTypeOf<"otp_expired">().toExtend<AuthClientCode>();
    expect(isErrorCode("otp_expired")).toBe(true);
  });

  test("stand once: no part of the catalogue hides a code of another", () => {
    const parts = [
      accountErrors,
      authServiceErrors,
      authSettingsErrors,
      clientErrors,
      companySignInErrors,
      dataServiceErrors,
      draftErrors,
      fileErrors,
      linkErrors,
      requestErrors,
      secondFactorErrors,
      sessionErrors,
      signInErrors,
      storageServiceErrors,
      workspaceErrors,
    ];
    const codes = parts.flatMap((part) => Object.keys(part));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes).toHaveLength(Object.keys(errorCatalogue).length);
  });

  test.each(ownCodes)("exist for our own code %s", (code) => {
    expect(describeError(code)).not.toEqual(errorCatalogue.unknown);
  });

  test("are one sentence each for what happened and what to do, calm and without codes", () => {
    for (const [code, text] of Object.entries(errorCatalogue)) {
      for (const sentence of [text.what, text.next]) {
        expect(sentence, code).toMatch(/^[A-Z][^!]*[.]$/);
        expect(sentence.match(/[.](?= |$)/g), code).toHaveLength(1);
        expect(sentence, code).not.toMatch(/_|PGRST|JWT|e-mail|oops|invalid/i);
        expect(sentence.length, code).toBeLessThanOrEqual(90);
      }
    }
  });

  test.each(["", "no_such_code", "toString", "__proto__", "constructor", "<script>"])(
    "are general for the unknown code %j",
    (code) => {
      expect(isErrorCode(code)).toBe(false);
      expect(describeError(code)).toEqual(errorCatalogue.unknown);
    },
  );
});
