import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/** Has a code mailed to the signed-in person, by which they show once more that they are themselves. */
async function askForNonce(): Promise<void> {
  const { error } = await platformClient().auth.reauthenticate();
  if (error) throw toAppError(error);
}

export function useAskForNonce() {
  return useMutation({ mutationFn: askForNonce });
}
