import { useState } from "react";
import { ActivityIcon } from "./activity-icon.tsx";
import { type ActivityGroup, countedActs, groupSentence, timesText } from "./activity-groups.models.ts";
import { toActivityLine } from "../../../steps/history/activity.models.ts";
import { timeText } from "./activity-times.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./activity-list.module.css";

interface ActivityEntryProps {
  group: ActivityGroup;
  myId: string;
  now: Date;
}

/** One line of the history. What several acts were in detail unfolds below it. */
export function ActivityEntry({ group, myId, now }: ActivityEntryProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { events } = group;
  const [newest] = events;
  const line = toActivityLine(newest, myId);
  const { did, what, rest } = groupSentence(group) ?? {
    did: line.did,
    what: line.what,
    rest: events.length > 1 ? timesText(events.length) : "",
  };
  const counted = countedActs(group);
  return (
    <li data-tone={line.tone}>
      <ActivityIcon event={newest} />
      <UserText as="b">{line.who}</UserText> {did} {what && <UserText>{what}</UserText>} {rest}
      <span className={styles["when"]}>
        <time dateTime={newest.at}>{timeText(events, now)}</time>
        {counted.length > 0 && (
          <button type="button" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? "Show less" : `Show all ${counted.length}`}
          </button>
        )}
      </span>
      {isUnfolded && (
        <ul className={styles["details"]}>
          {counted.map((event) => {
            const detail = toActivityLine(event, myId);
            return (
              <li key={event.seq}>
                <span>
                  {detail.did} {detail.what && <UserText as="b">{detail.what}</UserText>}
                </span>
                <time dateTime={event.at}>{timeText([event], now)}</time>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}
