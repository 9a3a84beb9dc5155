import { type StateChange, useChangeState } from "../../../data/requests/change-state.mutation.ts";
import { useDuplicateRequest } from "../../../data/requests/duplicate-request.mutation.ts";
import { useSaveAsTemplate } from "../../../data/templates/save-as-template.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";

type UndoableChange = Extract<
  StateChange,
  "pause" | "resume" | "reopen" | "archive" | "unarchive" | "restore"
>;
const done: Readonly<Record<UndoableChange, string>> = {
  pause: "Request paused",
  resume: "Request resumed",
  reopen: "Request reopened",
  archive: "Request archived",
  unarchive: "Request unarchived",
  restore: "Request taken out of the bin. It’s in the archive.",
};

interface StateChangeOptions {
  onDuplicated: (id: string) => void;
  onOpenTemplate: (id: string) => void;
}

/** Changes of a request's state that need no confirmation, and copying it as a draft or a template. */
export function useStateChange(requestId: string, { onDuplicated, onOpenTemplate }: StateChangeOptions) {
  const state = useChangeState();
  const copy = useDuplicateRequest();
  const template = useSaveAsTemplate();
  const toast = useToast();
  const error = state.error ?? copy.error ?? template.error;
  const forgetFailures = () => {
    for (const { reset } of [state, copy, template]) reset();
  };
  return {
    isBusy: state.isPending || copy.isPending || template.isPending,
    failure: error && errorSentences(error),
    make: (change: UndoableChange) => {
      forgetFailures();
      void whenDone(state.mutateAsync({ requestId, change }), () =>
        toast({ message: done[change], tone: "success" }),
      );
    },
    duplicate: () => {
      forgetFailures();
      void whenDone(copy.mutateAsync({ requestId }), (id) => {
        toast({ message: "Duplicated. This is the copy.", tone: "success" });
        onDuplicated(id);
      });
    },
    saveAsTemplate: () => {
      forgetFailures();
      void whenDone(template.mutateAsync({ requestId }), (id) =>
        toast({
          message: "Saved as a template",
          tone: "success",
          action: { label: "Open template", onSelect: () => onOpenTemplate(id) },
        }),
      );
    },
  };
}
