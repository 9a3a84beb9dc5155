import { shownAddress } from "@sheaf/contract/shown-address";
import { fillPlaceholders } from "@sheaf/contract/placeholders";
import { useState } from "react";
import { useSendToMany } from "../../data/bulk/send-to-many.mutation.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { errorText } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Button } from "../../ui/forms/button.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./bulk-send.module.css";
import { rowsText } from "./people/rows-text.models.ts";
import type { Choices, Person } from "./people/people.models.ts";

interface CheckStepProps {
  bulkId: string;
  template: Request;
  choices: Choices;
  people: readonly Person[];
  /** Numbers of the rows that get no request. */
  leftOut: readonly number[];
  onBack: () => void;
  onSent: () => void;
}

/** The last step: one request after the other as it will be, and the button that sends them. */
export function CheckStep({ bulkId, template, choices, people, leftOut, onBack, onSent }: CheckStepProps) {
  const send = useSendToMany();
  const [index, setIndex] = useState(0);
  const shown = people[index];
  const confirm = async () => {
    try {
      await send.mutateAsync({
        id: bulkId,
        templateId: template.id,
        title: choices.title,
        message: choices.message,
        people,
      });
      onSent();
    } catch {
      // Shown below from the mutation; the next press repeats it with the same id.
    }
  };
  return (
    <div className={styles["columns"]}>
      <div className={styles["main"]}>
        {shown && (
          <Card className={styles["preview"]}>
            <header>
              <h2>
                {index + 1} of {people.length}
              </h2>
              <div className={styles["acts"]}>
                <Button size="small" disabled={index === 0} onClick={() => setIndex(index - 1)}>
                  Previous
                </Button>
                <Button
                  size="small"
                  disabled={index === people.length - 1}
                  onClick={() => setIndex(index + 1)}
                >
                  Next
                </Button>
              </div>
            </header>
            <dl>
              <dt>To</dt>
              <dd>
                {shown.name !== "" && `${shown.name}, `}
                <AddressText text={shownAddress(shown.email)} />
              </dd>
              <dt>Title</dt>
              <dd>
                <b>{fillPlaceholders(choices.title, shown)}</b>
              </dd>
              <dt>Due</dt>
              <dd>{shown.dueOn === null ? "No due date" : formatDate(shown.dueOn)}</dd>
              {shown.assignee && (
                <>
                  <dt>Assignee</dt>
                  <dd>{shown.assignee.name}</dd>
                </>
              )}
              {choices.message.trim() !== "" && (
                <>
                  <dt>Message</dt>
                  <dd className={styles["message"]}>{fillPlaceholders(choices.message, shown)}</dd>
                </>
              )}
              <dt>Checklist</dt>
              <dd>
                <ul>
                  {template.items.map(({ id, title }) => (
                    <UserText as="li" key={id}>
                      {title}
                    </UserText>
                  ))}
                </ul>
              </dd>
            </dl>
          </Card>
        )}
        {leftOut.length > 0 && (
          <Notice>
            {formatCount(leftOut.length, "row")} of your list {leftOut.length === 1 ? "gets" : "get"} no
            request: {rowsText(leftOut)}.
          </Notice>
        )}
      </div>
      <div className={styles["aside"]}>
        <Card className={styles["ready"]}>
          <h2>{formatCount(people.length, "request")}</h2>
          <p>
            Each person gets an email with their own link. Your workspace can email a limited number of new
            addresses a day; any others follow on the next days.
          </p>
          {send.isError && (
            <Notice tone="returned" announce>
              {errorText(send.error)}
            </Notice>
          )}
          <div className={styles["ways"]}>
            <Button block variant="primary" busy={send.isPending} onClick={() => void confirm()}>
              Send {formatCount(people.length, "request")}
            </Button>
            <Button block disabled={send.isPending} onClick={onBack}>
              Back
            </Button>
          </div>
        </Card>
      </div>
    </div>
  );
}
