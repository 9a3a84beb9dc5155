import { Eye, FileText } from "lucide-react";
import { useState } from "react";
import type { Example } from "../../../data/examples/example.models.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { ExampleDialog } from "../../../steps/examples/example-dialog.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-examples.module.css";

interface ItemExamplesProps {
  item: ReceivedItem;
  workspaceName: string;
}

/** The requester's examples of an item; each opens in a dialog. */
export function ItemExamples({ item: { title, examples }, workspaceName }: ItemExamplesProps) {
  const [shown, setShown] = useState<Example>();
  if (examples.length === 0) return null;
  return (
    <>
      <ul className={styles["examples"]} aria-label={`Examples for ${title}`}>
        {examples.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              className={styles["example"]}
              aria-haspopup="dialog"
              onClick={() => setShown(example)}
            >
              <FileText aria-hidden="true" />
              <span className={styles["text"]}>
                <b>See an example</b>{" "}
                <UserText as="span" className={styles["name"]} translate="no">
                  {example.name}
                </UserText>
              </span>
              <Eye aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <ExampleDialog
        example={shown}
        advice={`Ask ${workspaceName} for another example.`}
        onClose={() => setShown(undefined)}
      />
    </>
  );
}
