import { limits } from "@sheaf/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";

export interface AddedPerson {
  email: string;
  /** Empty if it isn't known. */
  name: string;
  /** Both are left as they are for a person who has them. */
  phone?: string;
  client?: string;
}

interface Addition {
  workspaceId: string;
  people: readonly AddedPerson[];
}

/** Numbers of people who were new, and of those whom the workspace knew. */
interface Added {
  added: number;
  known: number;
}

/** Adds people in batches. A retry creates no duplicates. */
async function addPeople({ workspaceId, people }: Addition): Promise<Added> {
  const total = { added: 0, known: 0 };
  for (let from = 0; from < people.length; from += limits.bulkPeople) {
    const part = people
      .slice(from, from + limits.bulkPeople)
      .map(({ email, name, phone = "", client = "" }) => ({
        email,
        name,
        phone,
        client,
      }));
    const { data, error } = await dataClient()
      .rpc("add_people", { workspace: workspaceId, people: part })
      .single();
    if (error) throw toAppError(error);
    total.added += data.added;
    total.known += data.known;
  }
  return total;
}

/** Adds people whom the workspace may ask later. They are sent nothing. */
export function useAddPeople() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: addPeople,
    onSettled: () => cache.invalidateQueries({ queryKey: peopleKeys.all() }),
  });
}
