import type { MadeDecision } from "./use-decision.ts";

/** "Nothing left to review: 5 accepted, 2 returned." One decision has been said already. */
export function resultText(made: readonly Pick<MadeDecision, "decision">[]): string {
  const count = (decision: MadeDecision["decision"]) =>
    made.filter((one) => one.decision === decision).length;
  const [accepted, returned] = [count("accept"), count("return")];
  const parts = [
    accepted > 0 ? `${accepted} accepted` : "",
    returned > 0 ? `${returned} returned` : "",
  ].filter(Boolean);
  return made.length > 1 ? `Nothing left to review: ${parts.join(", ")}.` : "Nothing left to review.";
}
