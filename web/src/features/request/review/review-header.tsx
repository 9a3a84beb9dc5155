import { CircleHelp, X } from "lucide-react";
import { isToReview } from "../../../data/items/item.models.ts";
import { itemSegment } from "../../../data/items/item-segments.models.ts";
import { peopleText } from "../../../data/requests/people.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Counter } from "../../../ui/layout/counter.tsx";
import { Segments } from "../../../ui/status/segments.tsx";
import { entryAt, itemsOf, type ReviewEntry } from "./review-queue.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./review-header.module.css";

interface ReviewHeaderProps {
  request: Request;
  entries: readonly ReviewEntry[];
  entry: ReviewEntry;
  onShow: (entry: ReviewEntry | undefined) => void;
  onKeys: () => void;
  onClose: () => void;
}

/** The item, its place among the others, and how far the review has come. */
export function ReviewHeader({
  request,
  entries,
  entry: { item },
  onShow,
  onKeys,
  onClose,
}: ReviewHeaderProps) {
  const items = itemsOf(entries);
  const place = items.indexOf(item);
  const stepTo = (index: number) => {
    const target = items[index];
    return target && (() => onShow(entryAt(entries, { itemId: target.id, fileId: undefined })));
  };
  const waiting = items.filter(isToReview).length;
  const decided = items.filter((item) => !isToReview(item) && item.state !== "missing").length;
  const summary = `${decided} reviewed, ${waiting} left`;
  return (
    <header className={styles["header"]}>
      <Button
        variant="quiet"
        size="small"
        icon={<X />}
        aria-label="Close the review"
        title="Close (Esc)"
        onClick={onClose}
      />
      <div className={styles["title"]}>
        <UserText as="h1">{item.title}</UserText>
        <p className={styles["request"]}>
          <UserText>{request.title}</UserText> · <UserText>{peopleText(request.people)}</UserText>
        </p>
        {item.instructions !== "" && (
          <UserText as="p" className={styles["instructions"]}>
            {item.instructions}
          </UserText>
        )}
      </div>
      <div className={styles["place"]}>
        <Counter
          noun="Item"
          text={`Item ${place + 1}\u00A0of\u00A0${items.length}`}
          onPrevious={stepTo(place === 0 ? items.length : place - 1)}
          onNext={stepTo(place + 1)}
          keys={["P", "N"]}
        />
      </div>
      <div className={styles["progress"]}>
        <span>{summary}</span>
        <Segments size="medium" segments={items.map(itemSegment)} current={place} label={summary} />
      </div>
      <Button
        className={styles["help"]}
        variant="quiet"
        size="small"
        icon={<CircleHelp />}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={onKeys}
      />
    </header>
  );
}
