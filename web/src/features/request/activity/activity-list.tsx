import { useQuery } from "@tanstack/react-query";
import { requestEventsOptions } from "../../../data/events/request-events.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { type ActivityDay, toDays } from "./activity-groups.models.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import { dayText } from "./activity-times.models.ts";
import styles from "./activity-list.module.css";

/** Acts in the short list. */
const shownCount = 5;

interface ActivityListProps {
  requestId: string;
  myId: string;
  now: Date;
}

/** The newest acts of a request's history by day. */
export function ActivityList({ requestId, myId, now }: ActivityListProps) {
  const { data: events, error, refetch, isFetching } = useQuery(requestEventsOptions({ requestId }));

  if (!events) {
    return error ? (
      <div className={styles["failure"]}>
        <p>{errorSentences(error).what}</p>
        <Button size="small" onClick={() => void refetch()} busy={isFetching}>
          Try again
        </Button>
      </div>
    ) : (
      <div className={styles["log"]}>
        <Skeleton height="40px" />
        <Skeleton height="40px" />
        <Skeleton height="40px" />
      </div>
    );
  }
  return (
    <>
      {firstGroups(toDays(events)).map(({ day, groups }) => (
        <section key={day} className={styles["day"]} aria-labelledby={`activity-${day}`}>
          <h3 id={`activity-${day}`}>{dayText(day, now)}</h3>
          <ol className={styles["log"]}>
            {groups.map((group) => (
              // The oldest act keeps its place when newer ones join it.
              <ActivityEntry key={group.events.at(-1)?.seq} group={group} myId={myId} now={now} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function firstGroups(days: readonly ActivityDay[]): ActivityDay[] {
  let left = shownCount;
  return days.flatMap(({ day, groups }) => {
    const first = groups.slice(0, left);
    left -= first.length;
    return first.length > 0 ? [{ day, groups: first }] : [];
  });
}
