import { useMutation } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

interface Report {
  requestId: string;
  /** At most 1,000 characters; "" if there is nothing to say. */
  note: string;
}

async function reportRequest({ requestId, note }: Report): Promise<void> {
  const { error } = await dataClient().rpc("report_request", { request: requestId, note });
  if (error) throw toAppError(error);
}

/** Reports a request to whoever runs Sheaf. Nobody on the request sees it, so nothing is read again. */
export function useReportRequest() {
  return useMutation({ mutationFn: reportRequest });
}
