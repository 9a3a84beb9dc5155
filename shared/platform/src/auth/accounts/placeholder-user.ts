import { randomUUID } from "node:crypto";
import type { UserRow } from "./user.model.ts";

/**
 * Stand-in for an address without an account. The statements run and match no row, and no email is sent, so the
 * response takes as long as for an existing account.
 */
export function placeholderUser(email: string): UserRow {
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
    phone_change: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
  };
}
