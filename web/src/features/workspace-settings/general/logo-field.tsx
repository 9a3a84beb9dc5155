import { Upload } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { loadErrorTexts } from "../../../lib/error-texts.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { WorkspaceMark } from "../../../ui/layout/workspace-mark.tsx";
import styles from "./general.module.css";
import { encodeLogo } from "./encode-logo.ts";

interface LogoFieldProps {
  /** Of the workspace. */
  name: string;
  logo: Blob | null;
  onChange: (logo: Blob | null) => void;
}

/** The logo, which is made small in the browser. A file that can't be used changes nothing. */
export function LogoField({ name, logo, onChange }: LogoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = "";
    if (!file) return;
    setBusy(true);
    try {
      onChange(await encodeLogo(file));
      setProblem(undefined);
    } catch (error) {
      await loadErrorTexts();
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <div role="group" aria-labelledby={id} className={styles["logo"]}>
      <p id={id} className={styles["label"]}>
        Logo
      </p>
      <div className={styles["choose"]}>
        <WorkspaceMark name={name} logo={logo} />
        <Button
          busy={isBusy}
          icon={<Upload aria-hidden="true" />}
          onClick={() => input.current?.click()}
          aria-describedby={`${id}-hint`}
        >
          Choose logo
        </Button>
        {logo && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            Remove logo
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className={styles["hint"]}>
        A square PNG, JPG or WebP, at least 256 px wide.
      </p>
      <p role="alert" className={styles["problem"]}>
        {problem}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo file"
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => void take(event)}
      />
    </div>
  );
}
