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

/** Reports a request to the site's operators. No one on the request sees the report, so nothing is refetched. */
export function useReportRequest() {
  return useMutation({ mutationFn: reportRequest });
}
