import { queryOptions } from "@tanstack/react-query";
import { type AppError, toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { createPlatformFetch } from "../../lib/platform-fetch.ts";
import { linkKeys } from "./keys.ts";
import { type LinkPreview, type LinkPreviewRow, toLinkPreview } from "./link-preview.models.ts";

/** Milliseconds. */
const timeout = 20_000;

const anonymousFetch = createPlatformFetch({
  renewToken: () => Promise.resolve(undefined),
  isSignedIn: () => false,
});

/** Without the platform's client, because the link page shows the preview before that has loaded. */
async function fetchLinkPreview(token: string, signal: AbortSignal): Promise<LinkPreview | null> {
  const { platformUrl, publishableKey } = pageConfig();
  try {
    const response = await anonymousFetch(`${platformUrl}/rest/v1/rpc/peek_request`, {
      method: "POST",
      headers: { apikey: publishableKey, "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    if (!response.ok) throw await refusal(response);
    return toLinkPreview((await response.json()) as LinkPreviewRow[]);
  } catch (error) {
    throw toAppError(error);
  }
}

async function refusal(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => undefined);
  return toAppError(Object.assign({}, body, { status: response.status }));
}

/** Workspace, sender, title and due date; null for a link that doesn't work. Needs no session. */
export function linkPreviewOptions({ token }: { token: string }) {
  return queryOptions({
    queryKey: linkKeys.peek(token),
    queryFn: ({ signal }) => fetchLinkPreview(token, signal),
    staleTime: 60_000,
  });
}
