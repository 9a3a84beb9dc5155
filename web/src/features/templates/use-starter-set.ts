import { useState } from "react";
import { useCreateTemplate } from "../../data/templates/create-template.mutation.ts";
import { starterTemplates } from "../../data/templates/starter-templates.ts";

/** Adds the example checklists to a workspace, one after the other. */
export function useStarterSet(workspaceId: string) {
  const create = useCreateTemplate();
  const [isAdding, setAdding] = useState(false);
  return {
    isAdding,
    add: async () => {
      setAdding(true);
      try {
        // The list shows the newest first.
        for (const draft of starterTemplates.toReversed()) await create.mutateAsync({ workspaceId, draft });
      } finally {
        setAdding(false);
      }
    },
  };
}
