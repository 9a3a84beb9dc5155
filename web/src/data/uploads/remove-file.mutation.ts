import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inboxKeys } from "../inbox/keys.ts";
import { takeBackFile } from "./take-back-file.ts";

/** Takes back one's own file. Refused or not, the request is read anew: a refusal means that it is not as shown. */
export function useRemoveFile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: takeBackFile,
    onSettled: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
