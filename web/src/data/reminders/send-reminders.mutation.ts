import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

async function sendReminders({ requestId }: { requestId: string }): Promise<number> {
  const { data, error } = await dataClient().rpc("send_reminders", { request: requestId });
  if (error) throw toAppError(error);
  return data;
}

/** Reminds the recipients now, each at most once in 24 hours. Resolves to how many get an email. */
export function useSendReminders() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendReminders,
    onSuccess: (_, { requestId }) => cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
  });
}
