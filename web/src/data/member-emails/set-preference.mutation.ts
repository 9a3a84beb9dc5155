import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { timeZone } from "../../lib/dates.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberEmailKeys } from "./keys.ts";
import type { EmailPreference } from "./preference.models.ts";

type Choice = Pick<EmailPreference, "workspaceId" | "arrivals">;

async function setPreference({ workspaceId, arrivals }: Choice): Promise<void> {
  const { error } = await dataClient().rpc("set_email_preference", {
    workspace: workspaceId,
    arrivals,
    zone: timeZone(),
  });
  if (error) throw toAppError(error);
}

/** Chooses the emails about what arrives in a workspace. A daily summary comes at 08:00 in this browser's time zone. */
export function useSetPreference() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setPreference,
    onSuccess: () => cache.invalidateQueries({ queryKey: memberEmailKeys.all() }),
  });
}
