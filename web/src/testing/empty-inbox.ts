import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";

/** A user whom no request was sent to. */
export const emptyInbox = [
  restAnswers({ table: "recipients", rows: [] }),
  rpcAnswers({ fn: "unopened_requests", returns: [] }),
];
