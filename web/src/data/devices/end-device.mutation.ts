import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { deviceKeys } from "./keys.ts";

async function endDevice({ id }: { id: string }): Promise<void> {
  const { error } = await platformClient().rpc("end_session", { session: id });
  if (error) throw toAppError(error);
}

/** Signs another device out, at once; one that is signed out already is no mistake. */
export function useEndDevice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: endDevice,
    onSuccess: () => cache.invalidateQueries({ queryKey: deviceKeys.all() }),
  });
}
