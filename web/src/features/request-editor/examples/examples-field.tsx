import { previewableMimes } from "@sheaf/contract/file-type";
import { limits } from "@sheaf/contract/limits";
import { FileText, Plus } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import type { Example } from "../../../data/examples/example.models.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { ExampleDialog } from "../../../steps/examples/example-dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import type { EditorItem } from "../editor.models.ts";
import styles from "./examples.module.css";
import { RemoveExampleDialog } from "./remove-example-dialog.tsx";
import { UploadingExample } from "./uploading-example.tsx";
import type { ItemExamples } from "./use-examples.ts";

interface ExamplesFieldProps extends ItemExamples {
  item: EditorItem;
}

/** Files that show recipients what an item asks for. They are saved by themselves. */
export function ExamplesField({ item, isSent, add, ...of }: ExamplesFieldProps) {
  const examples = of.examplesOf(item);
  const upload = of.uploadOf(item);
  const obstacle = of.obstacleTo(item);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<Example>();
  const [removing, setRemoving] = useState<Example>();
  const isRemoved = useRef(false);
  // The dialog returns focus to the button that opened it, which is gone by then.
  useEffect(() => {
    if (removing !== undefined || !isRemoved.current) return;
    isRemoved.current = false;
    addButton.current?.focus();
  }, [removing]);
  const [isTried, setTried] = useState(false);
  const isBusy = upload?.failure === null;
  const isFull = examples.length >= limits.examplesPerItem;
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    if (chosen) add(item, chosen);
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = "";
  };

  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className={styles["label"]}>
        Examples<span> optional</span>
      </p>
      <p id={`${id}-hint`} className={styles["hint"]}>
        A PDF or a picture of what you need.{" "}
        {isSent ? "Recipients see it as soon as it’s added." : "Recipients can open it."}
      </p>
      {(examples.length > 0 || upload) && (
        <ul className={styles["examples"]}>
          {examples.map((example) => (
            <li key={example.id} className={styles["example"]}>
              <FileText aria-hidden="true" />
              <button
                type="button"
                className={styles["name"]}
                aria-haspopup="dialog"
                onClick={() => setShown(example)}
              >
                {example.name}
              </button>
              <span className={styles["size"]}>{formatSize(example.size)}</span>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove ${example.name}`}
                onClick={() => setRemoving(example)}
              >
                Remove
              </Button>
            </li>
          ))}
          {upload && <UploadingExample upload={upload} />}
        </ul>
      )}
      {!isFull && (
        <Button
          ref={addButton}
          size="small"
          busy={isBusy}
          icon={<Plus aria-hidden="true" />}
          onClick={() => {
            setTried(true);
            if (obstacle === undefined) input.current?.click();
          }}
        >
          Add an example
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={previewableMimes.join()}
        data-testid="example"
        onChange={take}
      />
      <p role="alert" className={styles["failure"]}>
        {isTried && obstacle}
      </p>
      <ExampleDialog
        example={shown}
        advice="Remove it and add another one."
        onClose={() => setShown(undefined)}
      />
      <RemoveExampleDialog
        example={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={() => {
          isRemoved.current = true;
        }}
      />
    </div>
  );
}
