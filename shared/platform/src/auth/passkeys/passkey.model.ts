import { AuthError } from "../auth.errors.ts";
import type { PasskeyRow } from "./passkey.repository.ts";

/** A passkey as clients see it, without its key. */
export function passkeyJson({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
  return {
    id,
    ...(friendly_name && { friendly_name }),
    created_at,
    ...(last_used_at && { last_used_at }),
  };
}

export function passkeyNotFound(): AuthError {
  return new AuthError(404, "validation_failed", "Passkey not found");
}
