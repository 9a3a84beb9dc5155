import { useMutation, useQueryClient } from "@tanstack/react-query";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";
import { uploadExample } from "./upload-example.ts";

/** Adds an example to an item. Recipients of a sent request see it at once. */
export function useAddExample() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: uploadExample,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: sharedKeys.requests }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
