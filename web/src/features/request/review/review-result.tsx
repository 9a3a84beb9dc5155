import { Check } from "lucide-react";
import type { Request } from "../../../data/requests/request.models.ts";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { decisionCounts, toldPeople, toldText } from "./review-result.models.ts";
import styles from "./review-window.module.css";
import type { MadeDecision } from "./use-decision.ts";

interface ReviewResultProps {
  request: Request;
  made: readonly MadeDecision[];
}

/** After the last decision: what was decided, and who is told. */
export function ReviewResult({ request, made }: ReviewResultProps) {
  const tells = request.phase === "open" && made.some(({ decision }) => decision === "return");
  return (
    <div className={styles["result"]} role="status">
      <EmptyState
        icon={<Check />}
        title="Nothing left to review"
        text={`${decisionCounts(made)}.${tells ? ` ${toldText(toldPeople(request.people))}` : ""}`}
      />
    </div>
  );
}
