import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { type Branding, toBranding } from "../workspaces/branding.models.ts";
import { inboxKeys } from "./keys.ts";

async function fetchBranding(requestId: string, signal: AbortSignal): Promise<Branding> {
  const { data, error } = await dataClient()
    .rpc("request_branding", { request: requestId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return toBranding(data[0] ?? { accent: null, logo: null });
}

/** Logo and colour of the workspace that asks. Not with the request itself, which is polled. */
export function requestBrandingOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: inboxKeys.branding(requestId),
    queryFn: ({ signal }) => fetchBranding(requestId, signal),
    staleTime: 5 * 60_000,
  });
}
