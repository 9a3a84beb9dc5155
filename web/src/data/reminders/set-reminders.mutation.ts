import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

interface Reminders {
  requestId: string;
  plan: ReminderPlan;
  isPaused: boolean;
}

async function setReminders({ requestId, plan, isPaused }: Reminders): Promise<void> {
  const { error } = await dataClient().rpc("set_reminders", { request: requestId, plan, paused: isPaused });
  if (error) throw toAppError(error);
}

/** Changes when the recipients of a request are reminded, or pauses it. */
export function useSetReminders() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setReminders,
    onSuccess: (_, { requestId }) => cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
  });
}
