import { Check } from "lucide-react";
import { peopleText } from "../../data/requests/people.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { Card } from "../../ui/layout/card.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./finish-card.module.css";
import { receivedText } from "./finish.models.ts";

interface FinishCardProps {
  request: Request;
  now: Date;
  /** Its files and answers were deleted when their time had come. */
  isErased: boolean;
}

/** The end of a request: who sent what, and since when it is complete. */
export function FinishCard({ request, now, isErased }: FinishCardProps) {
  const { phase, closedAt, people, items } = request;
  if (phase !== "done") return null;
  return (
    <Card className={styles["card"]} role="region" aria-labelledby="finished">
      <Check aria-hidden="true" />
      <h2 id="finished">{isErased ? "You had everything" : "You have everything"}</h2>
      <dl>
        <div>
          <dt>From</dt>
          <UserText as="dd">{peopleText(people.filter(({ isOpened }) => isOpened))}</UserText>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{isErased ? "No longer kept" : receivedText(items)}</dd>
        </div>
        {closedAt !== null && (
          <div>
            <dt>Completed</dt>
            <dd>
              <time dateTime={closedAt}>{formatWhen(closedAt, { now })}</time>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
