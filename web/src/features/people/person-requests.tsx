import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense, useId } from "react";
import type { PersonRequest } from "../../data/people/person.models.ts";
import { Link } from "../../lib/navigation.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { progressText, requestText, segmentsOf } from "./person-text.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./person.module.css";

const NextYearButton = lazy(async () => ({
  default: (await import("./next-year-button.tsx")).NextYearButton,
}));

interface PersonRequestsProps {
  title: string;
  requests: readonly PersonRequest[];
  /** Sentence in place of the list; null shows nothing at all. */
  empty: string | null;
  now: Date;
}

/** Requests of a person with their progress. */
export function PersonRequests({ title, requests, empty, now }: PersonRequestsProps) {
  const id = useId();
  if (requests.length === 0 && empty === null) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Card className={styles["requests"]}>
        {requests.length === 0 && <p className={styles["none"]}>{empty}</p>}
        <ul>
          {requests.map((request) => (
            <li key={request.id} className={styles["request"]}>
              <div>
                <Link to={pages.request.href({ id: request.id })}>
                  <UserText>{request.title}</UserText>
                </Link>
                <p className={styles["small"]}>{requestText(request, { now })}</p>
                {request.status === "done" && !request.isHanded && (
                  <Suspense fallback={null}>
                    <NextYearButton request={request} />
                  </Suspense>
                )}
              </div>
              <div>
                <Segments segments={segmentsOf(request.items)} label="Progress" />
                <p className={styles["small"]}>{progressText(request)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
