import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";

async function requestAccess({ token }: { token: string }): Promise<void> {
  // The link page needs the client only for this, and for few visitors.
  const { dataClient } = await import("../../lib/data-client.ts");
  const { error } = await dataClient().rpc("request_access", { token });
  if (error) throw toAppError(error);
}

/** Asks the requester to add the signed-in address. Asking again changes nothing. */
export function useRequestAccess() {
  return useMutation({ mutationFn: requestAccess });
}
