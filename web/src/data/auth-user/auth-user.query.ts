import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { type AuthUser, toAuthUser } from "./auth-user.models.ts";
import { authUserKeys } from "./keys.ts";

/** Asks the service: the user stored in the session may be an hour old. */
export async function fetchAuthUser(): Promise<AuthUser> {
  const { data, error } = await platformClient().auth.getUser();
  if (error) throw toAppError(error);
  return toAuthUser(data.user);
}

/** Account of the signed-in user: address, pending email change, second factors and sign-in methods. */
export function authUserOptions({ userId }: { userId: string }) {
  return queryOptions({ queryKey: authUserKeys.mine(userId), queryFn: fetchAuthUser });
}
