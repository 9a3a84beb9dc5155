import { limits } from "@sheaf/contract/limits";
import type { Person } from "../../data/people/person.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";
import { answerTimeText, localTime, monthText, seenText } from "./person-text.models.ts";
import styles from "./person.module.css";

interface Fact {
  figure: string;
  text: string;
}

/** Figures about a person; those that aren't known are left out. */
export function PersonFacts({ person, now }: { person: Person; now: Date }) {
  const local = person.zone === null ? null : localTime(person.zone, { now });
  const isCapped = person.files === limits.counted;
  const facts: Fact[] = [
    {
      figure: `${person.openRequests} open`,
      text: person.left === 0 ? "nothing left" : `${formatCount(person.left, "item")} left`,
    },
    {
      figure: `${person.doneRequests} done`,
      text: person.askedAt === null ? "not asked yet" : `since ${monthText(person.askedAt)}`,
    },
    ...(person.answerSeconds === null
      ? []
      : [{ figure: answerTimeText(person.answerSeconds), text: "usual time to answer" }]),
    ...(person.answeredAt === null
      ? []
      : [{ figure: seenText(person.answeredAt, { now }), text: "last answer" }]),
    {
      figure: isCapped ? `${person.files}+ files` : formatCount(person.files, "file"),
      text: `kept, ${formatSize(person.bytes)}${isCapped ? " or more" : ""}`,
    },
    local === null
      ? { figure: seenText(person.lastSeenAt, { now }), text: "last seen" }
      : { figure: local.time, text: local.place },
  ];
  return (
    <dl className={styles["facts"]}>
      {facts.map(({ figure, text }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
