import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "./keys.ts";

/** Resolves to the new token. */
async function rotateLink({ requestId }: { requestId: string }): Promise<string> {
  const { data, error } = await dataClient().rpc("rotate_link", { request: requestId });
  if (error) throw toAppError(error);
  return data;
}

/** Replaces a request's link. The old one then only works for recipients who have joined. */
export function useRotateLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: rotateLink,
    onSuccess: (_token, { requestId }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.link(requestId) }),
        cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
        cache.invalidateQueries({ queryKey: requestKeys.lists() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
