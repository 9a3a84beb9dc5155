import { type StateChange, useChangeState } from "../../../data/requests/change-state.mutation.ts";
import { useDuplicateRequest } from "../../../data/requests/duplicate-request.mutation.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";

type UndoableChange = Extract<StateChange, "pause" | "resume" | "reopen" | "archive" | "unarchive">;
const done: Readonly<Record<UndoableChange, string>> = {
  pause: "Request paused",
  resume: "Request resumed",
  reopen: "Request reopened",
  archive: "Request archived",
  unarchive: "Request taken out of the archive",
};

/** Changes of a request's state that need no confirmation, and duplicating it. */
export function useStateChange(requestId: string, onDuplicated: (id: string) => void) {
  const state = useChangeState();
  const copy = useDuplicateRequest();
  const toast = useToast();
  const error = state.error ?? copy.error;
  return {
    isBusy: state.isPending || copy.isPending,
    failure: error && errorSentences(error),
    make: (change: UndoableChange) => {
      copy.reset();
      state.mutate(
        { requestId, change },
        { onSuccess: () => toast({ message: done[change], tone: "success" }) },
      );
    },
    duplicate: () => {
      state.reset();
      copy.mutate(
        { requestId },
        {
          onSuccess: (id) => {
            toast({ message: "Duplicated. This is the copy.", tone: "success" });
            onDuplicated(id);
          },
        },
      );
    },
  };
}
