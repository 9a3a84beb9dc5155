import type { AskedItem } from "../../data/inbox/asked-request.models.ts";
import { useRemoveFile } from "../../data/uploads/remove-file.mutation.ts";
import type { Upload } from "../../data/uploads/upload.models.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./files.module.css";
import { leftoversOf } from "./upload-rows.models.ts";

interface LeftoverRowsProps {
  item: AskedItem;
  uploads: readonly Upload[];
}

/** Files whose page was closed before they had arrived: they are named, so that nobody believes them sent. */
export function LeftoverRows({ item, uploads }: LeftoverRowsProps) {
  const removal = useRemoveFile();
  const rows = leftoversOf(item, uploads);
  if (rows.length === 0) return null;
  return (
    <ul className={styles["files"]} aria-label={`Left half-way for ${item.title}`}>
      {rows.map(({ id, name }) => (
        <li key={id} className={styles["upload"]} data-state="failed">
          <span className={styles["name"]}>{name}</span>
          <Button
            size="small"
            variant="quiet"
            busy={removal.isPending && removal.variables.fileId === id}
            aria-label={`Dismiss ${name}`}
            onClick={() => removal.mutate({ fileId: id })}
          >
            Dismiss
          </Button>
          <p className={styles["failure"]}>
            This file did not arrive: the page was closed before it was through. Choose it again.
          </p>
        </li>
      ))}
    </ul>
  );
}
