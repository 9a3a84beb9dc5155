import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Repeat, SlidersHorizontal, UserRound } from "lucide-react";
import { useState } from "react";
import { hasColleagues } from "../../../data/members/member.models.ts";
import { membersOptions } from "../../../data/members/members.query.ts";
import { type DueDays, dueDays } from "../../../data/requests/request-list.models.ts";
import { Filter, FilterToggle } from "../../../steps/lists/filter.tsx";
import { TagFilter } from "../../../steps/assignees-and-tags/tag-filter.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { ViewsMenu } from "../views/views-menu.tsx";
import { type ChosenView, narrowingOf, viewHref, withoutDue } from "../view.models.ts";
import styles from "./list-filters.module.css";

const dueNames: Readonly<Record<DueDays, string>> = {
  week: "This week",
  month: "This month",
  none: "No due date",
};

interface ListFiltersProps {
  view: ChosenView;
  workspaceId: string;
  /** The signed-in user. */
  userId: string;
  onReplace: (href: string) => void;
  onNavigate: (href: string) => void;
}

/**
 * Saved views, and what narrows the list: tag, assignee (if there are several members), due date and repeating requests. On a phone, a
 * button shows the filters in a separate row.
 */
export function ListFilters({ view, workspaceId, userId, onReplace, onNavigate }: ListFiltersProps) {
  const { data: members } = useQuery(membersOptions({ workspaceId }));
  const isNarrowed = Object.values(narrowingOf(view, userId)).some((value) => value !== undefined);
  const [isOpen, setIsOpen] = useState(isNarrowed);
  const [wasNarrowed, setWasNarrowed] = useState(isNarrowed);
  // A saved view shows what it narrows by.
  if (wasNarrowed !== isNarrowed) {
    setWasNarrowed(isNarrowed);
    if (isNarrowed) setIsOpen(true);
  }
  const narrow = (to: Partial<ChosenView>) => onReplace(viewHref({ ...view, ...to }));
  const named = members?.find(({ userId: id }) => id === view.assignee)?.name;
  return (
    <div className={styles["row"]}>
      <span className={styles["toggle"]}>
        <Button
          variant={isNarrowed ? "primary" : "default"}
          aria-label="Filters"
          aria-expanded={isOpen}
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        />
      </span>
      <div
        className={styles["filters"]}
        data-open={isOpen || undefined}
        role="group"
        aria-label="Narrow the list"
      >
        <TagFilter workspaceId={workspaceId} tag={view.tag} onChange={(tag) => narrow({ tag })} />
        {(hasColleagues(members) || view.assignee !== undefined) && (
          <>
            <Filter
              name="Assignee"
              chosen={
                view.assignee === undefined || view.assignee === "me"
                  ? undefined
                  : view.assignee === "nobody"
                    ? "Nobody"
                    : (named ?? "Former member")
              }
              onClear={() => narrow({ assignee: undefined })}
              items={[
                ...(members ?? [])
                  .filter(({ userId: id }) => id !== userId)
                  .map(({ userId: id, name }) => ({ id, label: name, value: id })),
                { id: "nobody", label: "Nobody", value: "nobody" },
              ].map(({ id, label, value }) => ({
                id,
                label,
                checked: value === view.assignee,
                onSelect: () => narrow({ assignee: value }),
              }))}
            />
            <FilterToggle
              name="Mine"
              icon={<UserRound aria-hidden="true" />}
              chosen={view.assignee === "me"}
              onChange={(chosen) => narrow({ assignee: chosen ? "me" : undefined })}
            />
          </>
        )}
        <Filter
          name="Due"
          icon={<CalendarDays aria-hidden="true" />}
          chosen={view.due && dueNames[view.due]}
          onClear={() => narrow(withoutDue(view))}
          items={dueDays.map((due) => ({
            id: due,
            label: dueNames[due],
            checked: due === view.due,
            onSelect: () => narrow({ due }),
          }))}
        />
        {view.search === "" && (
          <FilterToggle
            name="Repeats"
            icon={<Repeat aria-hidden="true" />}
            chosen={view.repeats === true}
            onChange={(repeats) => narrow({ repeats: repeats || undefined })}
          />
        )}
      </div>
      <ViewsMenu view={view} workspaceId={workspaceId} onNavigate={onNavigate} />
    </div>
  );
}
