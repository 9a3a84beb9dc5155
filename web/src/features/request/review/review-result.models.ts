import { personName } from "../../../data/requests/people.models.ts";
import type { Item } from "../../../data/items/item.models.ts";
import type { Recipient } from "../../../data/requests/request.models.ts";
import { isEmailed } from "../recipients/recipient-state.models.ts";
import type { MadeDecision } from "./use-decision.ts";

type Made = readonly Pick<MadeDecision, "decision">[];

/** "5 accepted, 1 not needed, 2 returned" */
export function decisionCounts(made: Made): string {
  const count = (decision: MadeDecision["decision"]) =>
    made.filter((one) => one.decision === decision).length;
  const counts = [
    [count("accept"), "accepted"],
    [count("waive"), "not needed"],
    [count("return"), "returned"],
  ] as const;
  return counts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(", ");
}

/** Names of those who are emailed about what was returned. */
export function toldPeople(people: readonly Recipient[]): string[] {
  return people.filter(isEmailed).map(personName);
}

/** "Ana Duarte will get one email about this, ten minutes after the first return." */
export function toldText(names: readonly string[]): string {
  if (names.length === 0) return "None of the recipients can be emailed: tell them yourself.";
  const each = names.length === 1 ? "" : " each";
  return `${listOf(names)} will${each} get one email about this, ten minutes after the first return.`;
}

/** "Ana Duarte will get one email about what was returned, today at 10:42." */
export function leavesText(names: readonly string[], when: string): string {
  if (names.length === 0) return "None of the recipients can be emailed: tell them yourself.";
  const each = names.length === 1 ? "" : " each";
  return `${listOf(names)} will${each} get one email about what was returned, ${when}.`;
}

/** Something is returned now: an item, or a file of one that waits for more. */
export function hasReturns(items: readonly Pick<Item, "state" | "files">[]): boolean {
  return items.some(
    ({ state, files }) => state === "returned" || files.some(({ verdict }) => verdict === "returned"),
  );
}

/** "Ana Duarte and Tomás Duarte" */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}
