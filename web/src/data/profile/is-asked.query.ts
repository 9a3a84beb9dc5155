import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { profileKeys } from "./keys.ts";

async function fetchIsAsked(userId: string, signal: AbortSignal): Promise<boolean> {
  const { data, error } = await platformClient()
    .from("recipients")
    .select("id")
    .eq("user_id", userId)
    .limit(1)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.length > 0;
}

/** Whether anybody has asked this person for something that they have opened. */
export function isAskedOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: profileKeys.asked(userId),
    queryFn: ({ signal }) => fetchIsAsked(userId, signal),
  });
}
