import { randomUUID } from "node:crypto";
import type { UserRow } from "./user.model.ts";

/**
 * Stands in where an address has no account: the request goes on as for an account that was just deleted. Its
 * statements find no row and its mail goes nowhere, but they take their time, so the answer tells nothing by being quick.
 */
export function nobodyAt(email: string): UserRow {
  return {
    id: randomUUID(),
    aud: null,
    role: null,
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: null,
    raw_user_meta_data: null,
    created_at: null,
    updated_at: null,
    phone: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
  };
}
