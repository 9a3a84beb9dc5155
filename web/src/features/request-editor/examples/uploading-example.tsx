import { limits } from "@sheaf/contract/limits";
import { FileText } from "lucide-react";
import { formatSize } from "../../../lib/format-size.ts";
import { uploadFailure } from "../../../steps/uploads/upload-failure.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { ProgressBar } from "../../../ui/status/progress-bar.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./examples.module.css";
import type { ExampleUpload } from "./use-examples.ts";

/** The progress of an example that is being uploaded, or why it failed. */
export function UploadingExample({ upload }: { upload: ExampleUpload }) {
  const { name, size, loaded, failure, stop } = upload;
  return (
    <li className={styles["example"]}>
      <FileText aria-hidden="true" />
      <UserText as="span" className={styles["name"]}>
        {name}
      </UserText>
      <span className={styles["size"]}>{formatSize(size)}</span>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${failure ? "Dismiss" : "Cancel"} ${name}`}
        onClick={stop}
      >
        {failure ? "Dismiss" : "Cancel"}
      </Button>
      {!failure && (
        <div className={styles["bar"]}>
          <ProgressBar
            value={loaded === 0 || loaded >= size ? undefined : loaded / size}
            label={`Progress of ${name}`}
          />
        </div>
      )}
      <p role="alert" className={styles["failure"]}>
        {failure && failureText(failure.code, size)}
      </p>
    </li>
  );
}

function failureText(code: string, size: number): string {
  const { what, next } = uploadFailure({ code, accepts: [], size, maxFileBytes: limits.exampleBytes });
  return `${what} ${next}`;
}
