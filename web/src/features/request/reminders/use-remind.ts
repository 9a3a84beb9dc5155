import { useSendReminders } from "../../../data/reminders/send-reminders.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";

/** Reminds the recipients now, and says what came of it. */
export function useRemind(requestId: string) {
  const send = useSendReminders();
  const toast = useToast();
  return {
    isBusy: send.isPending,
    remind: () =>
      void whenDone(
        send.mutateAsync({ requestId }),
        (count) => toast({ message: `Reminding ${formatCount(count, "person", "people")}`, tone: "success" }),
        (error) => toast({ message: errorText(error) }),
      ),
  };
}
