import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import type { WrittenEmail } from "./email.models.ts";
import { reminderKeys } from "./keys.ts";

async function fetchPreview(requestId: string, signal: AbortSignal): Promise<WrittenEmail | null> {
  const [{ emailKinds }, { data, error }] = await Promise.all([
    import("@sheaf/email/kinds"),
    dataClient().rpc("preview_reminder", { request: requestId, site: location.origin }).abortSignal(signal),
  ]);
  if (error) throw toAppError(error);
  if (data === null) return null;
  return emailKinds.reminder(data, "en").message;
}

/** The next reminder of a request as the worker would write it now; null if none is planned. */
export function reminderPreviewOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: reminderKeys.preview(requestId),
    queryFn: ({ signal }) => fetchPreview(requestId, signal),
    // The facts change with every answer.
    staleTime: 0,
  });
}
