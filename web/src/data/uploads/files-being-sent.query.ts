import { queryOptions } from "@tanstack/react-query";
import { uploadKeys } from "./keys.ts";
import { filesBeingSent } from "./sending-lock.ts";

/** Other tabs say nothing when they begin and when they are closed. Milliseconds. */
const lookEvery = 5000;

/** Ids of the files that some tab of this browser is sending. */
export function filesBeingSentOptions() {
  return queryOptions({
    queryKey: uploadKeys.beingSent(),
    queryFn: async () => [...(await filesBeingSent())],
    refetchInterval: lookEvery,
    staleTime: 0,
  });
}
