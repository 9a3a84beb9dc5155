import { restAnswers, rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";

export const requestId = "22222222-2222-4222-8222-222222222222";

/** A stored file of the request's first item. */
export const fileRow = (over: AnswerRow<"files"> = {}): AnswerRow<"files"> => ({
  id: "f1",
  item_id: "i1",
  name: "payslip.pdf",
  size: 3,
  mime: "application/pdf",
  sha256: "ab".repeat(32),
  object_key: "w1/r1/i1/f1",
  status: "stored",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:00:00Z",
  ...over,
});

/** The request's first item, which waits for review. */
export const itemRow = (over: AnswerRow<"items"> = {}): AnswerRow<"items"> => ({
  id: "i1",
  request_id: requestId,
  position: 1,
  title: "Payslips",
  status: "submitted",
  revision: 3,
  files: [fileRow()],
  item_examples: [],
  questions: [],
  notes: [],
  ...over,
});

/** Response to the requester's query for the request. */
export const requestIs = (items: AnswerRow<"items">[], over: AnswerRow<"requests"> = {}) =>
  restAnswers({
    table: "requests",
    by: "request_details",
    rows: [
      {
        id: requestId,
        title: "Tax return 2026",
        status: "open",
        sent_at: "2026-11-16T10:00:00Z",
        request_tags: [],
        last_activity_at: "2026-11-20T10:00:00Z",
        items_submitted: 1,
        workspaces: { id: "w1", name: "Okafor & Lind" },
        recipients: [],
        items,
        ...over,
      },
    ],
  });

/** Responses to the other queries of the requester's page. */
export const besideRequest = [
  restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
  restAnswers({
    table: "members",
    rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
  }),
  restAnswers({ table: "access_requests", rows: [] }),
  restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
  restAnswers({ table: "events", rows: [] }),
  rpcAnswers({ fn: "watches_request", returns: true }),
  rpcAnswers({ fn: "request_repeat", returns: [] }),
];
