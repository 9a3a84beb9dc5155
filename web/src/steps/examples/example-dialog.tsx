import { lazy, Suspense } from "react";
import type { Example } from "../../data/examples/example.models.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import styles from "./example-dialog.module.css";

const ExampleContent = lazy(async () => ({
  default: (await import("./example-content.tsx")).ExampleContent,
}));

interface ExampleDialogProps {
  /** Undefined closes the dialog. */
  example: Example | undefined;
  /** Advice to the viewer if it can't be shown. */
  advice: string;
  onClose: () => void;
}

/** An example at full size. */
export function ExampleDialog({ example, advice, onClose }: ExampleDialogProps) {
  return (
    <Dialog open={example !== undefined} onClose={onClose} size="large" title={example?.name}>
      <div className={styles["stage"]}>
        <Suspense fallback={<p role="status">Loading…</p>}>
          {example && <ExampleContent example={example} advice={advice} />}
        </Suspense>
      </div>
    </Dialog>
  );
}
