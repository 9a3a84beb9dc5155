import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { requestEventsOptions } from "../../../data/events/request-events.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { type ActivityDay, toDays } from "./activity-groups.models.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import { dayText } from "./activity-times.models.ts";
import styles from "./activity-list.module.css";

const initialCount = 8;

interface ActivityListProps {
  requestId: string;
  myId: string;
  now: Date;
  /** Opens the whole history. */
  onWhole: () => void;
}

/** A request's history by day, newest first. */
export function ActivityList({ requestId, myId, now, onWhole }: ActivityListProps) {
  const { data: events, error, refetch, isFetching } = useQuery(requestEventsOptions({ requestId }));
  const [showsAll, setShowsAll] = useState(false);

  if (!events) {
    return error ? (
      <div className={styles["rest"]}>
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
  const days = toDays(events);
  const shown = showsAll ? days : firstGroups(days);
  const rest = countGroups(days) - countGroups(shown);
  return (
    <>
      {shown.map(({ day, groups }) => (
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
      <div className={styles["rest"]}>
        {rest > 0 && (
          <Button size="small" variant="quiet" onClick={() => setShowsAll(true)}>
            Show {rest} more
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onWhole}>
          Whole history
        </Button>
      </div>
    </>
  );
}

const countGroups = (days: readonly ActivityDay[]) =>
  days.reduce((sum, { groups }) => sum + groups.length, 0);

function firstGroups(days: readonly ActivityDay[]): ActivityDay[] {
  let left = initialCount;
  return days.flatMap(({ day, groups }) => {
    const first = groups.slice(0, left);
    left -= first.length;
    return first.length > 0 ? [{ day, groups: first }] : [];
  });
}
