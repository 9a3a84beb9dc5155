import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxKeys } from "../inbox/keys.ts";
import { removeFile } from "./remove-file.ts";

/** Takes back one's own file. Refused or not, the request is read anew: a refusal means that it is not as shown. */
export function useRemoveFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeFile,
    onSettled: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
