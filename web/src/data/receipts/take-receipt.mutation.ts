import type { Json } from "@sheaf/contract/database.types";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

/** Between two looks whether the worker has signed it. Milliseconds. */
const pauseMs = 2_000;

/**
 * Asks for the signed receipt of a received request until the worker has made it.
 *
 * @throws AppError `not_found`, `quota.receipts`.
 */
async function takeReceipt(request: string, signal: AbortSignal): Promise<Json> {
  for (;;) {
    const { data, error } = await dataClient().rpc("ask_for_receipt", { request }).abortSignal(signal);
    if (error) throw toAppError(error);
    if (data !== null) return data;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
  }
}

/** Stops asking once the component is gone. */
export function useTakeReceipt(requestId: string) {
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  return useMutation({
    mutationFn: () => {
      running.current = new AbortController();
      return takeReceipt(requestId, running.current.signal);
    },
  });
}
