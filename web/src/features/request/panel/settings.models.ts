import type { Retention } from "../../../data/retention/retention.models.ts";
import type { Repeat } from "../../../data/repeats/repeat.query.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { periodLabels } from "../repeat/repeat.models.ts";
import { upperFirst } from "../../../lib/upper-first.ts";

interface Settings {
  /** Null: unassigned. Undefined in a workspace with one member, or while the members are loading. */
  assignee: string | null | undefined;
  /** Undefined while it is loading. */
  retention: Pick<Retention, "days" | "erasedAt" | "deletedAt"> | undefined;
  /** Null: the request isn't sent again. Undefined while it is loading. */
  repeat: Pick<Repeat, "every" | "followingId" | "problem"> | null | undefined;
}

/** "Nora Okafor · kept 90 days · doesn’t repeat": what the folded settings say. */
export function settingsText({ assignee, retention, repeat }: Settings): string {
  const parts = [
    assignee === null ? "nobody assigned" : assignee,
    retention && keptText(retention),
    repeat === undefined ? undefined : repeatText(repeat),
  ].filter((part) => part !== undefined);
  const text = parts.join(" · ");
  return upperFirst(text);
}

function keptText({ days, erasedAt }: NonNullable<Settings["retention"]>): string {
  if (erasedAt !== null) return "files deleted";
  return days === null ? "kept until deleted" : `kept ${formatCount(days, "day")}`;
}

function repeatText(repeat: NonNullable<Settings["repeat"]> | null): string {
  if (repeat === null) return "doesn’t repeat";
  if (repeat.followingId !== null) return "sent again";
  return repeat.problem === null ? periodLabels[repeat.every].toLowerCase() : "can’t repeat";
}
