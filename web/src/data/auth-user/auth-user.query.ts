import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { type AuthUser, toAuthUser } from "./auth-user.models.ts";
import { authUserKeys } from "./keys.ts";

/** Asks the service itself: what the session carries along may be an hour old. */
export async function fetchAuthUser(): Promise<AuthUser> {
  const { data, error } = await platformClient().auth.getUser();
  if (error) throw toAppError(error);
  return toAuthUser(data.user);
}

/** The account of the signed-in person: address, a change of it under way, second factors, ways to sign in. */
export function authUserOptions({ userId }: { userId: string }) {
  return queryOptions({ queryKey: authUserKeys.mine(userId), queryFn: fetchAuthUser });
}
