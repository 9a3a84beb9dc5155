import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { type InvitationPreview, toInvitationPreview } from "./invitation.models.ts";

const tokenPattern = /^[\w-]{43}$/;

async function fetchPreview(token: string, signal: AbortSignal): Promise<InvitationPreview | null> {
  // Not every text can be sent to the database.
  if (!tokenPattern.test(token)) return null;
  const { data, error } = await dataClient().rpc("peek_invitation", { token }).abortSignal(signal);
  if (error) throw toAppError(error);
  return toInvitationPreview(data);
}

/** Inviter, workspace and role; null for a link that doesn't work. Needs no session. */
export function invitationPreviewOptions({ token }: { token: string }) {
  return queryOptions({
    queryKey: ["invitation-preview", token] as const,
    queryFn: ({ signal }) => fetchPreview(token, signal),
    staleTime: 60_000,
  });
}
