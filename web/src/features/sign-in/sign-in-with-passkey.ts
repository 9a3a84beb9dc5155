import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { assertSessionKept } from "./assert-session-kept.ts";

interface PasskeyRequest {
  /** Ends the question to the person. */
  signal: AbortSignal;
  /** Offered quietly among what the browser suggests in the address field, instead of asked for. */
  quietly: boolean;
}

/** @throws AppError; `passkey.aborted` when the signal ended it. */
export async function signInWithPasskey({ signal, quietly }: PasskeyRequest): Promise<void> {
  try {
    const { error } = await platformClient().auth.signInWithPasskey({
      options: { signal, ...(quietly && { mediation: "conditional" as const }) },
    });
    if (error) throw error;
  } catch (error) {
    throw toAppError(error);
  }
  assertSessionKept();
}
