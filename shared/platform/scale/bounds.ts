interface Bound {
  /** Who makes the request: the owner of the large workspace, or a recipient of fifty of its requests. */
  as: "owner" | "recipient";
  /** Pages of 8 kB, from memory or disk. */
  buffers: number;
}

/**
 * The most that each query of the page may read in a workspace of 100,000 requests, by the name of the request. About a
 * third more than measured; what reads past due days and months one by one varies with the day.
 */
export const bounds: Readonly<Record<string, Bound>> = {
  "profiles by user_id": { as: "owner", buffers: 80 },
  "members by user_id": { as: "owner", buffers: 80 },
  list_requests: { as: "owner", buffers: 900 },
  "list_requests, search": { as: "owner", buffers: 2_700 },
  "list_requests, overdue by activity": { as: "owner", buffers: 2_500 },
  "list_requests, overdue by activity, search": { as: "owner", buffers: 14_000 },
  request_counts: { as: "owner", buffers: 120 },
  "requests by id": { as: "owner", buffers: 130 },
  "events by limit order request_id": { as: "owner", buffers: 50 },
  "request_links by request_id": { as: "owner", buffers: 30 },
  "requests by events.kind id": { as: "recipient", buffers: 700 },
  request_people: { as: "recipient", buffers: 40 },
  "recipients by limit order user_id": { as: "recipient", buffers: 900 },
  "recipients by limit user_id": { as: "recipient", buffers: 30 },
  peek_request: { as: "recipient", buffers: 30 },
  my_access: { as: "owner", buffers: 20 },
  my_sessions: { as: "owner", buffers: 20 },
  sole_ownerships: { as: "owner", buffers: 150 },
  backup_codes_left: { as: "owner", buffers: 20 },
};
