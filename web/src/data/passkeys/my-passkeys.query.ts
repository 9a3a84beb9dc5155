import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { passkeyKeys } from "./keys.ts";
import { type Passkey, toPasskeys } from "./passkey.models.ts";

async function fetchPasskeys(): Promise<Passkey[]> {
  const { data, error } = await platformClient().auth.passkey.list();
  if (error) throw toAppError(error);
  return toPasskeys(data);
}

/** Passkeys of the signed-in user, oldest first. */
export function myPasskeysOptions({ userId }: { userId: string }) {
  return queryOptions({ queryKey: passkeyKeys.mine(userId), queryFn: fetchPasskeys });
}
