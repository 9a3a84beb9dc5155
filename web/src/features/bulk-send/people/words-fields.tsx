import { datedTitle } from "@sheaf/contract/dated-title";
import { fillPlaceholders, placeholders } from "@sheaf/contract/placeholders";
import { type RefObject, useRef } from "react";
import { useWorkspaceDay } from "../../../data/workspaces/use-workspace-day.ts";
import { formatDate } from "../../../lib/dates.ts";
import { useNow } from "../../../lib/now.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "../bulk-send.module.css";
import type { Choices, Person } from "./people.models.ts";

interface WordsFieldsProps {
  workspaceId: string;
  choices: Choices;
  people: readonly Person[];
  onChange: (change: Partial<Choices>) => void;
}

/** The title and message of every request, with placeholders, and the first request as it will be. */
export function WordsFields({ workspaceId, choices, people, onChange }: WordsFieldsProps) {
  const title = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const now = useNow();
  const dayOf = useWorkspaceDay(workspaceId);
  const [first] = people;
  return (
    <section className={styles["words"]} aria-label="Every request">
      <div>
        <Field label="Title of each request">
          <TextInput
            ref={title}
            autoComplete="off"
            value={choices.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        <Insert into={title} what="title" onInsert={(text) => onChange({ title: text })} />
      </div>
      <div>
        <Field label="Message" optional>
          <TextArea
            ref={message}
            rows={3}
            value={choices.message}
            onChange={(event) => onChange({ message: event.target.value })}
          />
        </Field>
        <Insert into={message} what="message" onInsert={(text) => onChange({ message: text })} />
      </div>
      <Field
        label="Due date"
        optional
        {...(choices.uses.includes("due") && { hint: "For rows without a due date." })}
      >
        <TextInput
          type="date"
          value={choices.dueOn}
          onChange={(event) => onChange({ dueOn: event.target.value })}
        />
      </Field>
      {first && (
        <Card className={styles["first"]}>
          <p>First of {people.length}</p>
          <b>{datedTitle(fillPlaceholders(choices.title, first), dayOf(now))}</b>
          <p>{first.dueOn === null ? "No due date" : `Due ${formatDate(first.dueOn)}`}</p>
        </Card>
      )}
    </section>
  );
}

interface InsertProps {
  into: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  what: string;
  onInsert: (text: string) => void;
}

const names = { name: "name", due: "due date" } as const;

/** Puts a placeholder where the cursor is. */
function Insert({ into, what, onInsert }: InsertProps) {
  const insert = (placeholder: string) => {
    const field = into.current;
    if (!field) return;
    field.setRangeText(
      placeholder,
      field.selectionStart ?? field.value.length,
      field.selectionEnd ?? field.value.length,
      "end",
    );
    field.focus();
    onInsert(field.value);
  };
  return (
    <div className={styles["insert"]}>
      {(["name", "due"] as const).map((each) => (
        <Button
          key={each}
          size="small"
          variant="quiet"
          aria-label={`Insert ${names[each]} into the ${what}`}
          onClick={() => insert(placeholders[each])}
        >
          Insert {names[each]}
        </Button>
      ))}
    </div>
  );
}
