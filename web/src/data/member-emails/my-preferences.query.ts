import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberEmailKeys } from "./keys.ts";
import { type EmailPreference, isArrivalEmails } from "./preference.models.ts";

async function fetchPreferences(signal: AbortSignal): Promise<EmailPreference[]> {
  const { data, error } = await dataClient().rpc("my_email_preferences").abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(({ workspace_id, name, arrivals }) => ({
    workspaceId: workspace_id,
    workspaceName: name,
    arrivals: isArrivalEmails(arrivals) ? arrivals : "each",
  }));
}

/** The signed-in user's workspaces with the emails they want from each; none for users who only answer requests. */
export function myPreferencesOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: memberEmailKeys.preferences(userId),
    queryFn: ({ signal }) => fetchPreferences(signal),
  });
}
