import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxKeys } from "../inbox/keys.ts";
import { removeFile } from "./transport/remove-file.ts";

/** Removes the caller's own file. A refusal means the page was out of date, so the request is re-read either way. */
export function useRemoveFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeFile,
    onSettled: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
