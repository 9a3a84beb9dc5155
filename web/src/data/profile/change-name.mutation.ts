import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { profileKeys } from "./keys.ts";

async function changeName({ displayName }: { displayName: string }): Promise<string> {
  const { data, error } = await dataClient().rpc("change_name", { display_name: displayName });
  if (error) throw toAppError(error);
  return data;
}

/** Changes the user's display name; resolves to the saved name. */
export function useChangeName() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeName,
    onSuccess: () => cache.invalidateQueries({ queryKey: profileKeys.all() }),
  });
}
