import { useMutation, useQueryClient } from "@tanstack/react-query";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";
import { removeFile } from "./transport/remove-file.ts";

/** Removes the caller's own file, or one that a member added to an item received another way. A refusal means the page was out of date, so the request is re-read either way. */
export function useRemoveFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeFile,
    onSettled: () =>
      Promise.all(
        [sharedKeys.inbox, sharedKeys.requests, eventKeys.all()].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
