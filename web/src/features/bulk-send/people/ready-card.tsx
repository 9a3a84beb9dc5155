import { formatCount } from "../../../lib/format-count.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ProgressBar } from "../../../ui/status/progress-bar.tsx";
import type { List } from "../../../steps/list-file/list.models.ts";
import styles from "../bulk-send.module.css";
import { blockedBy } from "./blocked.models.ts";
import type { CheckedPeople, Choices } from "./people.models.ts";

interface ReadyCardProps {
  list: List;
  choices: Choices;
  checked: CheckedPeople;
  items: number;
  onContinue: () => void;
}

/** The number of rows that are right, and the way on. */
export function ReadyCard({ list, choices, checked, items, onContinue }: ReadyCardProps) {
  const ready = checked.people.length;
  const blocked = blockedBy(choices, checked);
  return (
    <Card className={styles["ready"]}>
      <div role="status">
        <h2>
          {ready} of {list.rows.length} ready
        </h2>
      </div>
      <ProgressBar value={ready / list.rows.length} label="Rows ready" />
      <p>{formatCount(items, "item")} for each person. Everyone gets their own request and link.</p>
      {blocked !== undefined && (
        <p className={styles["blocked"]} id="blocked">
          {blocked}
        </p>
      )}
      <Button
        block
        variant="primary"
        aria-disabled={blocked !== undefined || undefined}
        aria-describedby={blocked === undefined ? undefined : "blocked"}
        onClick={() => {
          if (blocked === undefined) onContinue();
        }}
      >
        Continue with {ready}
      </Button>
    </Card>
  );
}
