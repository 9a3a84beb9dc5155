import { useMutation, useQueryClient } from "@tanstack/react-query";
import { requestKeys } from "../requests/keys.ts";
import { createTemplate } from "./create-template.mutation.ts";
import { starterTemplates } from "./starter-templates.ts";

interface StarterSet {
  workspaceId: string;
  /** Titles of the templates that are there already, perhaps from an attempt that failed halfway. */
  existing: readonly string[];
}

async function addStarterSet({ workspaceId, existing }: StarterSet): Promise<void> {
  const missing = starterTemplates.filter(({ title }) => !existing.includes(title));
  // The list shows the newest first.
  for (const draft of missing.toReversed()) await createTemplate({ workspaceId, draft });
}

/** Adds the example checklists to a workspace, one after the other. */
export function useAddStarterSet() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: addStarterSet,
    // After a failure too: some may have been added.
    onSettled: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
