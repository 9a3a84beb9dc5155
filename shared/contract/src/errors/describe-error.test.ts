import type { AuthError } from "@supabase/supabase-js";
import { describe, expect, expectTypeOf, test } from "vitest";
import { bulkErrors } from "./bulk.errors.ts";
import { accountErrors } from "./account.errors.ts";
import { authServiceErrors } from "./auth-service.errors.ts";
import { authSettingsErrors } from "./auth-settings.errors.ts";
import { clientErrors } from "./client.errors.ts";
import { companySignInErrors } from "./company-sign-in.errors.ts";
import { dataServiceErrors } from "./data-service.errors.ts";
import { draftErrors } from "./draft.errors.ts";
import { fileErrors } from "./file.errors.ts";
import { handOffErrors } from "./hand-off.errors.ts";
import { linkErrors } from "./link.errors.ts";
import { personErrors } from "./person.errors.ts";
import { questionErrors } from "./question.errors.ts";
import { quotaErrors } from "./quota.errors.ts";
import { emailErrors } from "./email.errors.ts";
import { reminderErrors } from "./reminder.errors.ts";
import { repeatErrors } from "./repeat.errors.ts";
import { retentionErrors } from "./retention.errors.ts";
import { requestErrors } from "./request.errors.ts";
import { backupCodeErrors } from "./backup-code.errors.ts";
import { secondFactorErrors } from "./second-factor.errors.ts";
import { sessionErrors } from "./session.errors.ts";
import { signInErrors } from "./sign-in.errors.ts";
import { storageServiceErrors } from "./storage-service.errors.ts";
import { workspaceErrors } from "./workspace.errors.ts";
import {
  databaseCodes,
  everyPostgrest,
  postgrest12,
  postgrest14,
  signInServiceCodes,
  storageCodes,
} from "./service-codes.fixtures.ts";
import { describeError, errorCatalogue, isErrorCode, type ErrorCode } from "./describe-error.ts";

type Literal<Text> = Text extends string ? (string extends Text ? never : Text) : never;
type AuthClientCode = Literal<AuthError["code"]>;

/** A sample of the codes that our database functions raise and that the page meets. */
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
  "file.too_many_removed",
  "file.not_stored",
  "session.required",
  "network.unreachable",
  "upload.interrupted",
  "workspace.last_owner",
] as const;

describe("error messages", () => {
  test("exist for every code in the auth client's types", () => {
    // The client exports its list only as a type, so a new code fails the type check.
    expectTypeOf<Exclude<AuthClientCode, ErrorCode>>().toEqualTypeOf<never>();
    expectTypeOf<"otp_expired">().toExtend<AuthClientCode>();
    expect(isErrorCode("otp_expired")).toBe(true);
  });

  test.each([
    ["Auth, beyond its client’s list", signInServiceCodes],
    ["PostgREST 12", [...everyPostgrest, ...postgrest12]],
    ["PostgREST 14", [...everyPostgrest, ...postgrest14]],
    ["Postgres", databaseCodes],
    ["Storage", storageCodes],
  ])("exist for every code of %s that a browser can meet", (_, codes) => {
    expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
  });

  test("say who can solve the problem", () => {
    const groupOf = (code: string) => describeError(code).group;
    expect(["otp_expired", "same_password", "PGRST301", "PGRST303"].map(groupOf)).toEqual(
      Array.from({ length: 4 }, () => "fix"),
    );
    expect(["over_request_rate_limit", "PGRST002", "SlowDown"].map(groupOf)).toEqual(
      Array.from({ length: 3 }, () => "retry"),
    );
    expect(["passkey_disabled", "42P01", "PGRST205", "NoSuchBucket"].map(groupOf)).toEqual(
      Array.from({ length: 4 }, () => "ours"),
    );
    expect(["session.renewed_elsewhere", "passkey.aborted"].map(groupOf)).toEqual(["silent", "silent"]);
  });

  test("are defined once per code", () => {
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
      bulkErrors,
      repeatErrors,
      retentionErrors,
      personErrors,
      questionErrors,
      handOffErrors,
      emailErrors,
      reminderErrors,
      secondFactorErrors,
      backupCodeErrors,
      sessionErrors,
      signInErrors,
      storageServiceErrors,
      workspaceErrors,
      quotaErrors,
    ];
    const codes = parts.flatMap((part) => Object.keys(part));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes).toHaveLength(Object.keys(errorCatalogue).length);
  });

  test.each(ownCodes)("exist for our own code %s", (code) => {
    expect(describeError(code)).not.toEqual(errorCatalogue.unknown);
  });

  test("are one sentence for what happened and one for what to do, without codes", () => {
    for (const [code, text] of Object.entries(errorCatalogue)) {
      for (const sentence of [text.what, text.next]) {
        expect(sentence, code).toMatch(/^[A-Z][^!]*[.]$/);
        expect(sentence.match(/[.](?= |$)/g), code).toHaveLength(1);
        expect(sentence, code).not.toMatch(/_|PGRST|JWT|e-mail|oops|invalid/i);
        expect(sentence.length, code).toBeLessThanOrEqual(90);
      }
    }
  });

  test("never promise a retry that forms do not make", () => {
    const promises = Object.entries(errorCatalogue).filter(([, { next }]) => /\bwe try\b/i.test(next));
    expect(promises).toEqual([]);
  });

  test.each(["", "no_such_code", "toString", "__proto__", "constructor", "<script>"])(
    "fall back to the general message for the unknown code %j",
    (code) => {
      expect(isErrorCode(code)).toBe(false);
      expect(describeError(code)).toEqual(errorCatalogue.unknown);
    },
  );
});
