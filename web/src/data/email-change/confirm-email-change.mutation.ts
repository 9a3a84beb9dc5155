import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { authUserKeys } from "../auth-user/keys.ts";
import { noteConfirmedHalf } from "./progress-note.ts";

export interface AddressCode {
  /** The address that the code was sent to. */
  address: string;
  code: string;
}

/** Resolves to whether the change is complete or half confirmed. */
async function confirmEmailChange({ address, code }: AddressCode): Promise<"done" | "half"> {
  const { data, error } = await platformClient().auth.verifyOtp({
    email: address,
    token: code,
    type: "email_change",
  });
  if (error) throw toAppError(error);
  noteConfirmedHalf(data.session ? undefined : { by: "code", address });
  return data.session ? "done" : "half";
}

/** Confirms one of the two addresses with its emailed code. */
export function useConfirmEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: confirmEmailChange,
    onSuccess: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
