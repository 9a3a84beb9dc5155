import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";

async function deletePerson({ personId }: { personId: string }): Promise<void> {
  const { error } = await dataClient().rpc("delete_person", { person: personId });
  if (error) throw toAppError(error);
}

/** Deletes a person whom no request names. */
export function useDeletePerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deletePerson,
    // Their own page is still open, and would find nothing.
    onSuccess: () => cache.invalidateQueries({ queryKey: peopleKeys.all(), refetchType: "none" }),
  });
}
