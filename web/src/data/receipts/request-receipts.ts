import type { Json } from "@sheaf/contract/database.types";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

/** The newest signed receipt of a recipient. */
export interface SavedReceipt {
  /** Address of the recipient. */
  email: string;
  /** As `/verify` takes it. */
  document: Json;
}

/** The receipts of a request's recipients, as its members read them. @throws AppError */
export async function fetchRequestReceipts(request: string, signal: AbortSignal): Promise<SavedReceipt[]> {
  const { data, error } = await dataClient().rpc("request_receipts", { request }).abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}
