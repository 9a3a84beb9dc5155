import { UserPlus } from "lucide-react";
import { personName } from "../../../data/requests/people.models.ts";
import { MarkedText } from "../../../steps/marked-text/marked-text.tsx";
import { searchWords } from "../../../steps/marked-text/match.models.ts";
import { AvatarGroup } from "../../../ui/layout/avatar.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./recipients-field.module.css";
import type { Suggestion } from "./suggestions.models.ts";

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  typed: string;
  /** Place of the row that Enter chooses; the last row adds a new person. */
  active: number;
  /** Called with the place of a row. */
  onChoose: (place: number) => void;
}

/** Id of a row, for `aria-activedescendant`. */
export const rowId = (listId: string, place: number): string => `${listId}-${place}`;

/** People to choose from, and a last row for a new person. The focus stays in the input above it. */
export function SuggestionList({ id, suggestions, typed, active, onChoose }: SuggestionListProps) {
  const words = searchWords(typed);
  const row = (place: number) => ({
    id: rowId(id, place),
    role: "option",
    className: styles["row"],
    "aria-selected": place === active,
    onClick: () => onChoose(place),
  });
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="People"
      className={styles["rows"]}
      // Otherwise the input would lose the focus before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map(({ label, detail, note, adds }, place) => (
        <li key={`${label} ${detail}`} {...row(place)}>
          <AvatarGroup names={adds.map(personName)} />
          <span className={styles["who"]}>
            <UserText as="b">
              <MarkedText text={label} words={words} />
            </UserText>
            {detail !== "" && <small>{detail}</small>}
          </span>
          {note !== "" && (
            <UserText as="span" className={styles["note"]}>
              {note}
            </UserText>
          )}
        </li>
      ))}
      <li {...row(suggestions.length)} data-new="">
        <UserPlus aria-hidden="true" />
        <span className={styles["who"]}>
          Add “<UserText>{typed.trim()}</UserText>” as a new person
        </span>
      </li>
    </ul>
  );
}
