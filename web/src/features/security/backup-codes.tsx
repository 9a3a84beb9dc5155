import { useEffect, useRef, useState } from "react";
import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/forms/button.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./backup-codes.module.css";

interface BackupCodesProps {
  codes: readonly string[];
  /** Of the heading. */
  level?: 1 | 3;
  onDone: () => void;
}

/** Ten new codes, for the only time that they can be shown. */
export function BackupCodes({ codes, level = 3, onDone }: BackupCodesProps) {
  const [copied, setCopied] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const Heading = `h${level}` as const;
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      setCopied("Codes copied.");
    } catch {
      // Without permission for the clipboard, the codes can still be selected.
      setCopied("Select the codes and copy them.");
    }
  };
  const download = () => {
    const text = ["Sheaf backup codes. Each works once.", "", ...codes, ""].join("\n");
    saveBlob(new Blob([text], { type: "text/plain" }), "sheaf-backup-codes.txt");
  };

  return (
    <div className={styles["panel"]}>
      <Heading ref={heading} tabIndex={-1}>
        Save your backup codes
      </Heading>
      <p>
        If you lose your authenticator app, one of these codes lets you set up a new one. Each code works
        once. Save them now: you won’t see them again.
      </p>
      <ol className={styles["codes"]} translate="no" aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles["actions"]}>
        <Button onClick={() => void copy()}>{copied === "Codes copied." ? "Copied" : "Copy"}</Button>
        <Button onClick={download}>Download</Button>
        <Button onClick={() => print()}>Print</Button>
      </div>
      <Button variant="primary" onClick={onDone}>
        I’ve saved these codes
      </Button>
      <LiveRegion message={copied} />
    </div>
  );
}
