import {
  useChangeView,
  useDeleteView,
  useSaveView,
} from "../../../data/saved-views/change-views.mutation.ts";
import type { SavedView } from "../../../data/saved-views/saved-views.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";

/**
 * Changes of the member's views. What would be lost can be undone in the toast.
 *
 * @param onDone called before the toast is shown.
 */
export function useViewChanges(workspaceId: string, onDone: () => void) {
  const saving = useSaveView();
  const changing = useChangeView();
  const deleting = useDeleteView();
  const toast = useToast();
  const all = [saving, changing, deleting];

  const finish = (message: string, undo?: () => Promise<void>) => {
    onDone();
    toast({
      message,
      tone: "success",
      ...(undo && {
        action: {
          label: "Undo",
          onSelect: () =>
            void whenDone(
              undo(),
              () => toast({ message: "Changed back", tone: "success" }),
              (error) => toast({ message: errorText(error), tone: "problem" }),
            ),
        },
      }),
    });
  };

  return {
    failure: all.find(({ error }) => error)?.error,
    isBusy: all.some(({ isPending }) => isPending),
    reset: () => {
      for (const mutation of all) mutation.reset();
    },
    save: (name: string, query: string) =>
      void whenDone(saving.mutateAsync({ workspaceId, name, query }), () => finish(`View “${name}” saved`)),
    rename: ({ id }: SavedView, name: string) =>
      void whenDone(changing.mutateAsync({ workspaceId, viewId: id, name }), () =>
        finish(`View renamed to “${name}”`),
      ),
    replace: ({ id, name, query: former }: SavedView, query: string) =>
      void whenDone(changing.mutateAsync({ workspaceId, viewId: id, query }), () =>
        finish(`View “${name}” replaced`, () =>
          changing.mutateAsync({ workspaceId, viewId: id, query: former }),
        ),
      ),
    remove: ({ id, name, query }: SavedView) =>
      void whenDone(deleting.mutateAsync({ workspaceId, viewId: id }), () =>
        finish(`View “${name}” deleted`, () => saving.mutateAsync({ workspaceId, name, query })),
      ),
  };
}
