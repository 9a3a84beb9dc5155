import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { deviceKeys } from "./keys.ts";

async function endDevice({ id }: { id: string }): Promise<void> {
  const { error } = await dataClient().rpc("end_session", { session: id });
  if (error) throw toAppError(error);
}

/** Signs another device out immediately; succeeds if it is already signed out. */
export function useSignOutDevice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: endDevice,
    onSuccess: () => cache.invalidateQueries({ queryKey: deviceKeys.all() }),
  });
}
