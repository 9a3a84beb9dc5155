import { useId, useRef, useState } from "react";
import { Card } from "../../ui/layout/card.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { AddLine } from "./add-line.tsx";
import type { ItemErrors } from "./checks.models.ts";
import type { EditorAction, EditorItem } from "./editor.models.ts";
import { ItemForm } from "./item-form.tsx";
import { ItemLine } from "./item-line.tsx";
import { shortTitle } from "./item-text.models.ts";
import styles from "./items-field.module.css";
import { useReorder } from "./use-reorder.ts";

interface ItemsFieldProps {
  items: readonly EditorItem[];
  error: string | undefined;
  errorsByItem: ReadonlyMap<number, ItemErrors>;
  onAction: (action: EditorAction) => void;
}

/** The checklist: items can be added, edited, moved and deleted. */
export function ItemsField({ items, error, errorsByItem, onAction }: ItemsFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const addInput = useRef<HTMLInputElement>(null);
  const [openKey, setOpenKey] = useState<number | null>(null);
  const toast = useToast();
  const reorder = useReorder({
    list,
    titles: items.map((item) => item.title),
    onMove: (from, to) => onAction({ type: "item-moved", from, to }),
  });

  const remove = (item: EditorItem, index: number) => {
    setOpenKey(null);
    onAction({ type: "item-removed", key: item.key });
    toast({
      message: `${shortTitle(item)} deleted`,
      action: { label: "Undo", onSelect: () => onAction({ type: "item-restored", item, index }) },
    });
    addInput.current?.focus();
  };
  const close = (index: number) => {
    setOpenKey(null);
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-edit]`)?.focus();
    });
  };

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint ${id}-error`}>
      <h2 id={`${id}-label`} className={styles["label"]}>
        Checklist
      </h2>
      <p id={`${id}-hint`} className={styles["hint"]}>
        One item per line. Paste a list and every line becomes an item.
      </p>
      <Card className={styles["card"]}>
        <ul ref={list} className={styles["list"]}>
          {items.map((item, index) => (
            <li
              key={item.key}
              {...reorder.rowProps(index)}
              className={styles["row"]}
              data-lifted={reorder.isLifted(index)}
              style={{ order: reorder.placeOf(index) }}
            >
              {openKey === item.key ? (
                <ItemForm
                  item={item}
                  number={index + 1}
                  errors={errorsByItem.get(item.key)}
                  onChange={(change) => onAction({ type: "item-changed", key: item.key, change })}
                  onClose={() => close(index)}
                  onRemove={() => remove(item, index)}
                />
              ) : (
                <ItemLine
                  item={item}
                  number={reorder.placeOf(index) + 1}
                  errors={errorsByItem.get(item.key)}
                  gripProps={reorder.gripProps(index)}
                  onEdit={() => setOpenKey(item.key)}
                />
              )}
            </li>
          ))}
        </ul>
        <AddLine
          ref={addInput}
          isFirst={items.length === 0}
          isInvalid={error !== undefined}
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
