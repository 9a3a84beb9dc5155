import { type ReactNode, useId, useRef, useState } from "react";
import { Card } from "../../ui/layout/card.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { AddLine } from "./add-line.tsx";
import type { ItemErrors } from "./checks.models.ts";
import type { EditorAction, EditorItem } from "./editor.models.ts";
import { ExamplesField } from "./examples/examples-field.tsx";
import { examplesText } from "./examples/examples.models.ts";
import type { ItemExamples } from "./examples/use-examples.ts";
import { ItemForm } from "./item/item-form.tsx";
import { ItemLine } from "./item/item-line.tsx";
import { shortTitle } from "./item/item-text.models.ts";
import { SectionHeading } from "./section-heading.tsx";
import { headings, movedBetweenSections } from "./sections.models.ts";
import styles from "./items-field.module.css";
import { useReorder } from "./use-reorder.ts";

interface ItemsFieldProps {
  items: readonly EditorItem[];
  /** Typed at the end of the list and not added yet. */
  line: string;
  error: string | undefined;
  errorsByItem: ReadonlyMap<number, ItemErrors>;
  /** Ids of items of a sent request that were answered or decided. */
  answered?: ReadonlySet<string> | undefined;
  examples: ItemExamples;
  /** Another way to add items. */
  action?: ReactNode;
  onAction: (action: EditorAction) => void;
}

/** The checklist: items can be added, edited, moved and deleted. */
export function ItemsField(props: ItemsFieldProps) {
  const { items, line, error, errorsByItem, answered, examples, action, onAction } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const addInput = useRef<HTMLInputElement>(null);
  /** The item with an open form, and the section that it had before. */
  const [editing, setEditing] = useState<Pick<EditorItem, "key" | "section"> | null>(null);
  const toast = useToast();
  const reorder = useReorder({
    list,
    titles: items.map((item) => item.title),
    onMove: (from, to) => onAction({ type: "item-moved", from, to }),
  });

  const remove = (item: EditorItem, index: number) => {
    setEditing(null);
    onAction({ type: "item-removed", key: item.key });
    toast({
      // Saving deletes them for good, so undoing restores the item alone.
      message: `${shortTitle(item)} deleted${examples.examplesOf(item).length === 0 ? "" : " with its examples"}`,
      action: { label: "Undo", onSelect: () => onAction({ type: "item-restored", item, index }) },
    });
    addInput.current?.focus();
  };
  /** Opens the form of an item, or of none. The item that was open moves if its section was changed. */
  const open = (next: EditorItem | null) => {
    const edited = items.find(({ key }) => key === editing?.key);
    if (edited && edited.section !== editing?.section) onAction({ type: "item-placed", key: edited.key });
    setEditing(next);
  };
  const close = (key: number) => {
    open(null);
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-key="${key}"] [data-edit]`)?.focus();
    });
  };
  const moving = items.findIndex((_, index) => reorder.isLifted(index));
  const headingAt = headings(
    moving === -1 ? items : movedBetweenSections(items, moving, reorder.placeOf(moving)),
  );
  const sections = [...new Set(items.map(({ section }) => section.trim()))].filter((name) => name !== "");

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint ${id}-error`}>
      <div className={styles["head"]}>
        <div>
          <h2 id={`${id}-label`} className={styles["label"]}>
            Checklist
          </h2>
          <p id={`${id}-hint`} className={styles["hint"]}>
            One item per line. In a pasted list, a line that ends with a colon starts a section.
          </p>
        </div>
        {action}
      </div>
      <Card className={styles["card"]}>
        <ul ref={list} className={styles["list"]}>
          {items.map((item, index) => (
            <li
              key={item.key}
              {...reorder.rowProps(index)}
              data-key={item.key}
              className={styles["row"]}
              data-lifted={reorder.isLifted(index)}
              style={{ order: reorder.placeOf(index) }}
            >
              <RowHeading name={headingAt[reorder.placeOf(index)] ?? ""} onAction={onAction} />
              {editing?.key === item.key ? (
                <ItemForm
                  item={item}
                  number={index + 1}
                  errors={errorsByItem.get(item.key)}
                  isAnswered={item.id !== undefined && (answered?.has(item.id) ?? false)}
                  onChange={(change) => onAction({ type: "item-changed", key: item.key, change })}
                  sections={sections}
                  examples={<ExamplesField item={item} {...examples} />}
                  onClose={() => close(item.key)}
                  onRemove={() => remove(item, index)}
                />
              ) : (
                <ItemLine
                  item={item}
                  number={reorder.placeOf(index) + 1}
                  examples={examplesText(item, examples)}
                  errors={errorsByItem.get(item.key)}
                  gripProps={reorder.gripProps(index)}
                  onRequired={(required) =>
                    onAction({ type: "item-changed", key: item.key, change: { required } })
                  }
                  onEdit={() => open(item)}
                />
              )}
            </li>
          ))}
        </ul>
        <AddLine
          ref={addInput}
          isFirst={items.length === 0}
          isInvalid={error !== undefined}
          typed={line}
          onType={(text) => onAction({ type: "line-typed", text })}
          onLines={(text) => onAction({ type: "lines-added", text })}
        />
      </Card>
      <p id={`${id}-error`} role="alert" className={styles["error"]}>
        {error}
      </p>
      <LiveRegion message={reorder.announced} urgent />
    </div>
  );
}

function RowHeading({ name, onAction }: { name: string } & Pick<ItemsFieldProps, "onAction">) {
  if (name === "") return null;
  return (
    <SectionHeading
      key={name}
      name={name}
      onRename={(next) => onAction({ type: "section-renamed", from: name, to: next })}
    />
  );
}
