import { describeError, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { ReactNode } from "react";
import styles from "./sign-in.module.css";

interface LinkProblemProps {
  /** From the address, so anything at all; only codes of the catalogue have words. */
  code: string;
  /** The one useful next step. */
  action: ReactNode;
}

/** What became of a link or a return from a provider, in our words and never in those of the address. */
export function LinkProblem({ code, action }: LinkProblemProps) {
  const known = isErrorCode(code) ? code : "unknown";
  const { what, next } = describeError(known === "unknown" ? "flow_state_not_found" : known);
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
