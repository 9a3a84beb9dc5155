import { inboxKeys } from "../inbox/keys.ts";
import { requestKeys } from "../requests/keys.ts";

/** Cache keys of retention, below keys that a change of the request invalidates on either side. */
export const retentionKeys = {
  ofRequest: (requestId: string) => [...requestKeys.detail(requestId), "retention"] as const,
  ofReceived: (requestId: string) => [...inboxKeys.all(), "retention", requestId] as const,
  removed: (requestId: string) => [...requestKeys.detail(requestId), "removed-files"] as const,
};
