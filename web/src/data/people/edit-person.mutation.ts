import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";

interface PersonEdit {
  personId: string;
  /** The version that was read. Fails with `person.stale` if it is no longer the newest. */
  revision: number;
  /** Empty for the name in requests. */
  name: string;
  note: string;
  phone: string;
  /** Household or company; empty for none. */
  client: string;
}

async function editPerson({ personId, ...edit }: PersonEdit): Promise<void> {
  const { error } = await dataClient().rpc("edit_person", { person: personId, ...edit });
  if (error) throw toAppError(error);
}

/** Changes what members see of a person: name, phone number, client and note. */
export function useEditPerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: editPerson,
    onSuccess: () => cache.invalidateQueries({ queryKey: peopleKeys.all() }),
  });
}
