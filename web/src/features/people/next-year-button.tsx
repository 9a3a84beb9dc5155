import { pages } from "@sheaf/contract/pages";
import { CalendarPlus } from "lucide-react";
import type { PersonRequest } from "../../data/people/person.models.ts";
import { lastYearState } from "../../data/requests/next-year/moves.models.ts";
import { useRequestNextYear } from "../../data/requests/next-year/request-next-year.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { whenDone } from "../../lib/when-done.ts";
import { Button } from "../../ui/forms/button.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./person.module.css";

/** Makes a draft of a request that is over, with years and due date a year later, and opens it. */
export function NextYearButton({ request }: { request: PersonRequest }) {
  const navigate = useNavigate();
  const toast = useToast();
  const ask = useRequestNextYear();
  const { id: requestId, title, dueOn } = request;
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles["again"]}
      icon={<CalendarPlus aria-hidden="true" />}
      busy={ask.isPending}
      aria-label={`Request “${title}” again for next year`}
      onClick={() =>
        void whenDone(
          ask.mutateAsync({ requestId, dueOn }),
          ({ id, moves }) =>
            navigate(pages.editRequest.href({ id }), { state: lastYearState({ requestId, moves }) }),
          (error) => toast({ message: errorSentences(error).what }),
        )
      }
    >
      Request again for next year
    </Button>
  );
}
