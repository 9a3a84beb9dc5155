import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { deviceKeys } from "./keys.ts";

async function endOtherDevices(): Promise<number> {
  const { data, error } = await dataClient().rpc("end_other_sessions");
  if (error) throw toAppError(error);
  return data;
}

/** Signs every other device out immediately; returns their number. */
export function useSignOutOtherDevices() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: endOtherDevices,
    onSuccess: () => cache.invalidateQueries({ queryKey: deviceKeys.all() }),
  });
}
