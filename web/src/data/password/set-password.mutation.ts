import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/** Auth revokes all other sessions of the user. */
async function setPassword({ password }: { password: string }): Promise<void> {
  const { error } = await platformClient().auth.updateUser({ password });
  if (error) throw toAppError(error);
}

/** Sets the password of the signed-in user. */
export function useSetPassword() {
  return useMutation({ mutationFn: setPassword });
}
