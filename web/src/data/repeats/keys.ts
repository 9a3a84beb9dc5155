import { requestKeys } from "../requests/keys.ts";

/** Cache keys of requests that repeat. What a request says of it ends when it is cancelled. */
export const repeatKeys = {
  ofRequest: (requestId: string) => [...requestKeys.detail(requestId), "repeat"] as const,
};
