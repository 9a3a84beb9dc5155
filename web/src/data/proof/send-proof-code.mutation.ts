import { useMutation } from "@tanstack/react-query";
import { callbackUrl } from "../../lib/auth/start-flow.ts";
import { toAppError } from "../../lib/errors.ts";
import { createUnsavedClient } from "../../lib/platform.ts";

/** Emails a code to the account's address. */
async function sendProofCode({ email }: { email: string }): Promise<void> {
  const { error } = await createUnsavedClient().auth.signInWithOtp({
    email,
    // The emailed link signs in again and returns here.
    options: { shouldCreateUser: false, emailRedirectTo: callbackUrl({ next: location.pathname }) },
  });
  if (error) throw toAppError(error);
}

export function useSendProofCode() {
  return useMutation({ mutationFn: sendProofCode });
}
