import type { ReactNode } from "react";
import type { LinkProblemStep } from "./link-problem.models.ts";
import styles from "./sign-in.module.css";

interface LinkProblemProps {
  problem: Pick<LinkProblemStep, "heading" | "words">;
  /** The one useful next step. */
  action: ReactNode;
}

/** What became of a link or a return from a provider, in our words and never in those of the address. */
export function LinkProblem({ problem, action }: LinkProblemProps) {
  return (
    <>
      <h1>{problem.heading}</h1>
      <p className={styles["lead"]}>{problem.words}</p>
      {action}
    </>
  );
}
