import type { RequestDraft } from "@sheaf/contract/request-draft";
import type { Moves } from "./moves.models.ts";
import { type MovedYear, moveYears, yearLater } from "./years.models.ts";

interface NextYear {
  /** The fields that differ. */
  change: Partial<RequestDraft>;
  moves: Moves;
}

/** The years in the title, sections, items and instructions of a draft one later, and the due date of the request before. */
export function toNextYear(draft: RequestDraft, formerDue: string | null): NextYear {
  const years = new Map<number, MovedYear>();
  const move = (text: string): string => {
    const { text: later, moved } = moveYears(text);
    for (const pair of moved) years.set(pair[0], pair);
    return later;
  };
  const title = move(draft.title);
  const items = draft.items.map((item) => ({
    ...item,
    section: move(item.section),
    title: move(item.title),
    instructions: move(item.instructions),
  }));
  const dueOn = formerDue === null ? null : yearLater(formerDue);
  return {
    change: {
      ...(title !== draft.title && { title }),
      ...(JSON.stringify(items) !== JSON.stringify(draft.items) && { items }),
      ...(dueOn !== null && { due_on: dueOn }),
    },
    moves: {
      years: [...years.values()].toSorted(([one], [other]) => one - other),
      dueOn,
      messageYears: moveYears(draft.message).moved.map(([from]) => from),
    },
  };
}
