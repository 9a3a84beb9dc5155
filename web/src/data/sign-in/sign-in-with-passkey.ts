import { toPasskeyError } from "../../lib/auth/passkey-error.ts";
import { platformClient } from "../../lib/platform.ts";
import { assertSessionSaved } from "./assert-session-saved.ts";

interface PasskeyRequest {
  /** Closes the browser's dialog or suggestion. */
  signal: AbortSignal;
  /** Suggested in the address field's autofill instead of in a dialog (WebAuthn conditional mediation). */
  conditional: boolean;
}

/** @throws AppError; `passkey.aborted` if the signal aborted it. */
export async function signInWithPasskey({ signal, conditional }: PasskeyRequest): Promise<void> {
  try {
    const { error } = await platformClient().auth.signInWithPasskey({
      options: { signal, ...(conditional && { mediation: "conditional" as const }) },
    });
    if (error) throw error;
  } catch (error) {
    throw toPasskeyError(error);
  }
  assertSessionSaved();
}
