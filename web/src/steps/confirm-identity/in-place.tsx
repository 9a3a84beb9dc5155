import type { ReactNode } from "react";
import styles from "./confirm-identity.module.css";
import { ConfirmIdentity, title } from "./confirm-identity.tsx";
import type { IdentityQuestion } from "./use-proven.ts";

interface InPlaceProps {
  question: IdentityQuestion | undefined;
  /** Of the question's heading. */
  level?: 1 | 2 | 3;
  children?: ReactNode;
}

/** Shows the question instead of its children, which stay mounted, so that nothing typed is lost. */
export function InPlace({ question, level = 3, children }: InPlaceProps) {
  const Heading = `h${level}` as const;
  return (
    <>
      <div className={styles["content"]} hidden={question !== undefined}>
        {children}
      </div>
      {question && (
        <div className={styles[level === 1 ? "page" : "panel"]}>
          <Heading>{title}</Heading>
          <ConfirmIdentity question={question} />
        </div>
      )}
    </>
  );
}

/** The same for a dialog, whose title and buttons it replaces. */
export function inDialog(question: IdentityQuestion | undefined) {
  return question && { title, content: <ConfirmIdentity question={question} />, onBack: question.onCancel };
}
