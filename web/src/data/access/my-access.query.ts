import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { accessKeys } from "./keys.ts";

export interface Access {
  /** A workspace of the user requires two-factor authentication, which this session has not passed. */
  secondFactorRequired: boolean;
}

async function fetchMyAccess(signal: AbortSignal): Promise<Access> {
  const { data, error } = await dataClient().rpc("my_access").abortSignal(signal);
  if (error) throw toAppError(error);
  return { secondFactorRequired: data.some((access) => access.second_factor_required) };
}

/** Explains an empty list. Readable before the second factor, and different after it. */
export function myAccessOptions({ userId, aal }: { userId: string; aal: string }) {
  return queryOptions({
    queryKey: accessKeys.mine(userId, aal),
    queryFn: ({ signal }) => fetchMyAccess(signal),
    staleTime: 0,
  });
}
