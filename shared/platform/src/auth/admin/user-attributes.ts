import { readEmail } from "../accounts/email-address.ts";
import { readPhone } from "../accounts/phone-number.ts";
import { booleanField, objectField, textField, type Body } from "../http/request-body.ts";
import { readBanDuration } from "./ban-duration.ts";

/** Attributes that an administrator may set. Empty text and undefined leave a field unchanged. */
export interface UserAttributes {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  /** Undefined if absent. Empty text counts as given, and is too short. */
  password: string | undefined;
  passwordHash: string;
  emailConfirm: boolean;
  phoneConfirm: boolean;
  userMetadata: Readonly<Record<string, unknown>>;
  appMetadata: Readonly<Record<string, unknown>>;
  /** Milliseconds; 0 lifts the ban. */
  banDuration: number | undefined;
}

/** @throws `bad_json`, `validation_failed`. */
export function readUserAttributes(body: Body): UserAttributes {
  const [email, phone] = [textField(body, "email"), textField(body, "phone")];
  const ban = textField(body, "ban_duration");
  return {
    id: textField(body, "id"),
    aud: textField(body, "aud"),
    role: textField(body, "role").trim(),
    email: email && readEmail(email),
    phone: phone && readPhone(phone),
    password:
      body["password"] === undefined || body["password"] === null ? undefined : textField(body, "password"),
    passwordHash: textField(body, "password_hash"),
    emailConfirm: booleanField(body, "email_confirm", false),
    phoneConfirm: booleanField(body, "phone_confirm", false),
    userMetadata: objectField(body, "user_metadata"),
    appMetadata: objectField(body, "app_metadata"),
    banDuration: ban === "" ? undefined : readBanDuration(ban),
  };
}
