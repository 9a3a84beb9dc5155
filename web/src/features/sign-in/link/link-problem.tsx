import type { ReactNode } from "react";
import type { LinkProblemStep } from "./link-problem.models.ts";
import styles from "../sign-in.module.css";

interface LinkProblemProps {
  problem: Pick<LinkProblemStep, "heading" | "text">;
  /** The one next step. */
  action: ReactNode;
}

export function LinkProblem({ problem, action }: LinkProblemProps) {
  return (
    <>
      <h1>{problem.heading}</h1>
      <p className={styles["lead"]}>{problem.text}</p>
      {action}
    </>
  );
}
