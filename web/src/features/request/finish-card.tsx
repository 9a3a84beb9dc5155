import { Check } from "lucide-react";
import { peopleText } from "../../data/requests/people.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { formatDate, formatWhen, isoDay } from "../../lib/dates.ts";
import { Card } from "../../ui/layout/card.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./finish-card.module.css";
import { receivedText } from "./finish.models.ts";

interface FinishCardProps {
  request: Request;
  now: Date;
  /** Time at which its files and answers were deleted; null while they are kept. */
  erasedAt: string | null;
}

/** The end of a request: who sent what, and since when it is complete. */
export function FinishCard({ request, now, erasedAt }: FinishCardProps) {
  const { phase, closedAt, people, items } = request;
  if (phase !== "done") return null;
  return (
    <Card className={styles["card"]} role="region" aria-labelledby="finished">
      <Check aria-hidden="true" />
      <h2 id="finished">{erasedAt !== null ? "You had everything" : "You have everything"}</h2>
      <dl>
        <div>
          <dt>From</dt>
          <UserText as="dd">{peopleText(people.filter(({ isOpened }) => isOpened))}</UserText>
        </div>
        <div>
          <dt>{erasedAt === null ? "Received" : "Files"}</dt>
          <dd>
            {erasedAt === null
              ? receivedText(items)
              : `Deleted ${formatDate(isoDay(new Date(erasedAt)), { now })}`}
          </dd>
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
