import { GripVertical } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import type { ItemErrors } from "../checks.models.ts";
import type { EditorItem } from "../editor.models.ts";
import { asksFor } from "./kinds/kinds.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../items-field.module.css";

interface ItemLineProps {
  item: EditorItem;
  number: number;
  errors: ItemErrors | undefined;
  /** Says how many there are, or what became of one; "" for nothing. */
  examples: string;
  gripProps: ButtonHTMLAttributes<HTMLButtonElement>;
  onRequired: (isRequired: boolean) => void;
  onEdit: () => void;
}

/** One collapsed item with its drag handle. */
export function ItemLine({ item, number, errors, examples, gripProps, onRequired, onEdit }: ItemLineProps) {
  const [problem] = Object.values(errors ?? {});
  const facts = [asksFor(item), examples].filter((part) => part !== "").join(" ");
  return (
    <div className={styles["line"]}>
      <button
        type="button"
        {...gripProps}
        className={styles["grip"]}
        aria-label={`Move ${item.title}`}
        aria-roledescription="sortable"
        title="Drag, or press space and use the arrow keys"
      >
        <GripVertical aria-hidden="true" />
      </button>
      <span className={styles["number"]}>{number}</span>
      <div className={styles["text"]} onDoubleClick={onEdit}>
        <UserText as="b">{item.title || "No title"}</UserText>
        {item.instructions && <UserText as="p">{item.instructions}</UserText>}
        {facts && <p>{facts}</p>}
        {problem && <p className={styles["problem"]}>{problem}</p>}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={item.required}
        aria-label={`${item.title} is required`}
        className={styles["need"]}
        onClick={() => onRequired(!item.required)}
      >
        <span data-chosen={item.required}>Required</span>
        <span data-chosen={!item.required}>Optional</span>
      </button>
      <Button
        data-edit=""
        data-has-error={problem !== undefined}
        size="small"
        variant="quiet"
        aria-label={`Edit ${item.title}`}
        onClick={onEdit}
      >
        Edit
      </Button>
    </div>
  );
}
