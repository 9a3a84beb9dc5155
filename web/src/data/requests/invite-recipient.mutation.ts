import { useMutation } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

async function inviteRecipient({ recipientId }: { recipientId: string }): Promise<void> {
  const { error } = await dataClient().rpc("invite_recipient", { recipient: recipientId });
  if (error) throw toAppError(error);
}

/** Emails the link to a recipient, for the first time or again. */
export function useInviteRecipient() {
  return useMutation({ mutationFn: inviteRecipient });
}
