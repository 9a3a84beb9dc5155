import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { requestEventsOptions } from "../../../data/events/request-events.query.ts";
import { formatWhen } from "../../../lib/dates.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { toActivityLine } from "./activity.models.ts";
import styles from "./activity-list.module.css";

const initialCount = 8;

interface ActivityListProps {
  requestId: string;
  myId: string;
  now: Date;
}

/** A request's history, newest first. */
export function ActivityList({ requestId, myId, now }: ActivityListProps) {
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
  const shown = showsAll ? events : events.slice(0, initialCount);
  return (
    <>
      <ol className={styles["log"]}>
        {shown.map((event) => {
          const { who, address, did, what, tone } = toActivityLine(event, events, myId);
          return (
            <li key={event.seq} data-tone={tone}>
              {who} {address && <span className={styles["address"]}>({address})</span>} {did}{" "}
              {what && <b>{what}</b>}
              <time dateTime={event.at}>{formatWhen(event.at, { now })}</time>
            </li>
          );
        })}
      </ol>
      {shown.length < events.length && (
        <div className={styles["rest"]}>
          <Button size="small" variant="quiet" onClick={() => setShowsAll(true)}>
            Show {events.length - shown.length} more
          </Button>
        </div>
      )}
    </>
  );
}
