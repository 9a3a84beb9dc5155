import { queryOptions } from "@tanstack/react-query";
import { uploadKeys } from "./keys.ts";
import { filesBeingSent } from "./sending-lock.ts";

/** Other tabs don't announce when they start or close, so poll. Milliseconds. */
const pollInterval = 5000;

/** Ids of the files that any tab of this browser is uploading. */
export function filesBeingSentOptions() {
  return queryOptions({
    queryKey: uploadKeys.beingSent(),
    queryFn: async () => [...(await filesBeingSent())],
    refetchInterval: pollInterval,
    staleTime: 0,
  });
}
