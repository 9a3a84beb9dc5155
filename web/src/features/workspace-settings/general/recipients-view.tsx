import type { Branding } from "../../../data/workspaces/branding.models.ts";
import { WorkspaceMark } from "../../../ui/layout/workspace-mark.tsx";
import { Segments } from "../../../ui/status/segments.tsx";
import styles from "./general.module.css";

interface RecipientsViewProps {
  /** Of the workspace. */
  name: string;
  branding: Branding;
}

/** A small picture of the checklist in the workspace's colour. */
export function RecipientsView({ name, branding: { accent, logo } }: RecipientsViewProps) {
  return (
    <figure className={styles["view"]}>
      <figcaption>How recipients see it</figcaption>
      <div
        className={styles["sample"]}
        aria-hidden="true"
        data-branded={accent === null ? undefined : ""}
        style={{ ["--brand" as string]: accent ?? undefined }}
      >
        <p className={styles["from"]}>
          <WorkspaceMark name={name} logo={logo} /> {name}
        </p>
        <p className={styles["title"]}>Tax return 2026</p>
        <p className={styles["left"]}>2 items left</p>
        <Segments segments={["accepted", "accepted", "submitted", "missing", "missing"]} label="" />
        <div className={styles["item"]}>
          <p>Rental income statement</p>
          <span>Choose files</span>
        </div>
      </div>
    </figure>
  );
}
