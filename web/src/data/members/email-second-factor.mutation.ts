import { useMutation } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

interface Reminded {
  workspaceId: string;
  userId: string;
}

async function emailSecondFactor({ workspaceId, userId }: Reminded): Promise<void> {
  const { error } = await dataClient().rpc("email_second_factor", { workspace: workspaceId, member: userId });
  if (error) throw toAppError(error);
}

/** Reminds a member to set up a second factor. */
export function useEmailSecondFactor() {
  return useMutation({ mutationFn: emailSecondFactor });
}
