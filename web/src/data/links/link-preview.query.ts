import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { linkKeys } from "./keys.ts";
import { type LinkPreview, toLinkPreview } from "./link-preview.models.ts";

async function fetchLinkPreview(token: string, signal: AbortSignal): Promise<LinkPreview | null> {
  const { data, error } = await platformClient().rpc("peek_request", { token }).abortSignal(signal);
  if (error) throw toAppError(error);
  return toLinkPreview(data);
}

/** Workspace, sender, title and due date; null for a link that doesn't work. Needs no session. */
export function linkPreviewOptions({ token }: { token: string }) {
  return queryOptions({
    queryKey: linkKeys.peek(token),
    queryFn: ({ signal }) => fetchLinkPreview(token, signal),
    staleTime: 60_000,
  });
}
