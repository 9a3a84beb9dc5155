import { inboxKeys } from "../inbox/keys.ts";
import { requestKeys } from "../requests/keys.ts";

/** Cache keys of retention. They extend the request's keys on either side, because changing the request changes it. */
export const retentionKeys = {
  ofRequest: (requestId: string) => [...requestKeys.detail(requestId), "retention"] as const,
  ofReceived: (requestId: string) => [...inboxKeys.all(), "retention", requestId] as const,
  removed: (requestId: string) => [...requestKeys.detail(requestId), "removed-files"] as const,
};
