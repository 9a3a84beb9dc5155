import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { tagKeys } from "../tags/keys.ts";
import { peopleKeys } from "./keys.ts";

interface PersonTagging {
  personId: string;
  tagId: string;
  isTagged: boolean;
}

async function tagPerson({ personId, tagId, isTagged }: PersonTagging): Promise<void> {
  const { error } = await dataClient().rpc("tag_person", { person: personId, tag: tagId, tagged: isTagged });
  if (error) throw toAppError(error);
}

/** Puts a tag on a person or takes it off. */
export function useTagPerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: tagPerson,
    onSettled: () =>
      Promise.all([peopleKeys.all(), tagKeys.all()].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}
