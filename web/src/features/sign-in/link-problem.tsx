import { describeError, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { ReactNode } from "react";
import styles from "./sign-in.module.css";

interface LinkProblemProps {
  /** From the address, so anything at all; only codes of the catalogue have words. */
  code: string;
  /** The one useful next step. */
  action: ReactNode;
}

const unknownProblem = { what: "We could not use this link.", next: "Ask for a new one and open it soon." };

/** What became of a link or a return from a provider, in our words and never in those of the address. */
export function LinkProblem({ code, action }: LinkProblemProps) {
  const { what, next } = isErrorCode(code) && code !== "unknown" ? describeError(code) : unknownProblem;
  return (
    <>
      <h1>This link did not work</h1>
      <p className={styles["lead"]}>
        {what} {next}
      </p>
      {action}
    </>
  );
}
