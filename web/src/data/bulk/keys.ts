import { requestKeys } from "../requests/keys.ts";

/** Cache keys of templates that are sent to many. Below those of requests, because correcting one changes its row. */
export const bulkKeys = {
  all: () => [...requestKeys.all(), "bulk"] as const,
  list: (workspaceId: string) => [...bulkKeys.all(), "list", workspaceId] as const,
  detail: (id: string) => [...bulkKeys.all(), "detail", id] as const,
  people: (of: { id: string; filter: string }) => [...bulkKeys.all(), "people", of] as const,
};
