import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";

interface PeopleMerge {
  /** Whose address is the main one. */
  personId: string;
  otherId: string;
}

async function mergePeople({ personId, otherId }: PeopleMerge): Promise<void> {
  const { error } = await dataClient().rpc("merge_people", { person: personId, other: otherId });
  if (error) throw toAppError(error);
}

async function separateAddress({ personId }: { personId: string }): Promise<void> {
  const { error } = await dataClient().rpc("unmerge_person", { person: personId });
  if (error) throw toAppError(error);
}

/** Shows two people as one. */
export function useMergePeople() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: mergePeople,
    onSuccess: () => cache.invalidateQueries({ queryKey: peopleKeys.all() }),
  });
}

/** Makes a merged address a separate person again. */
export function useSeparateAddress() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: separateAddress,
    onSuccess: () => cache.invalidateQueries({ queryKey: peopleKeys.all() }),
  });
}
