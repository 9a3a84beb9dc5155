import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberEmailKeys } from "./keys.ts";

async function fetchIsStopped(signal: AbortSignal): Promise<boolean> {
  const { data, error } = await dataClient().rpc("email_is_stopped").abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** Resolves to true if the signed-in user's address gets no email, because they asked or because it refused one. */
export function emailIsStoppedOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: memberEmailKeys.isStopped(userId),
    queryFn: ({ signal }) => fetchIsStopped(signal),
  });
}
