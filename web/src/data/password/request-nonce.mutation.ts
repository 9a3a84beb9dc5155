import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/** Emails a reauthentication code to the signed-in user. */
async function askForNonce(): Promise<void> {
  const { error } = await platformClient().auth.reauthenticate();
  if (error) throw toAppError(error);
}

export function useRequestNonce() {
  return useMutation({ mutationFn: askForNonce });
}
