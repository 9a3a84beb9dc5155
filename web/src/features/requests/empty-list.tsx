import { pages } from "@sheaf/contract/pages";
import { FilePlus2, FilterX, Trash2 } from "lucide-react";
import type { RequestFilter } from "../../data/requests/request-list.models.ts";
import { Link } from "../../lib/navigation.tsx";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { filterNames } from "./view.models.ts";

interface EmptyText {
  title: string;
  text: string;
  /** Offers a new request as the next action. */
  offersNew: boolean;
}

const emptyTexts: Readonly<Record<RequestFilter, EmptyText>> = {
  open: {
    title: "No open requests",
    text: "List what you need, send one link, and watch the files arrive.",
    offersNew: true,
  },
  review: {
    title: "Nothing to review",
    text: "Files that recipients add appear here until you accept or return them.",
    offersNew: false,
  },
  overdue: {
    title: "Nothing overdue",
    text: "Requests with required items missing after the due date appear here.",
    offersNew: false,
  },
  drafts: {
    title: "No drafts",
    text: "Requests you save before sending appear here.",
    offersNew: true,
  },
  done: {
    title: "Nothing done yet",
    text: "A request is done when every required item is accepted.",
    offersNew: false,
  },
  archived: {
    title: "Nothing archived",
    text: "Archive requests that are done or cancelled to keep the list of done ones short.",
    offersNew: false,
  },
  bin: {
    title: "The bin is empty",
    text: "Requests that you delete stay here for 14 days.",
    offersNew: false,
  },
};

interface EmptyListProps {
  filter: RequestFilter;
  /** Address of the page for a new request. */
  newRequest: string;
  /** Ends the conditions that the list was narrowed by; undefined if there are none. */
  onWiden: (() => void) | undefined;
}

/** In place of a list without requests. */
export function EmptyList({ filter, newRequest, onWiden }: EmptyListProps) {
  const { title, text, offersNew } = emptyTexts[filter];
  if (onWiden) {
    return (
      <EmptyState
        icon={<FilterX />}
        title="No requests match these filters"
        text={`“${filterNames[filter]}” has none. Other lists may.`}
        action={<Button onClick={onWiden}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={filter === "bin" ? <Trash2 /> : <FilePlus2 />}
      title={title}
      text={text}
      action={
        offersNew && (
          <>
            <Link className={buttonClass()} to={newRequest}>
              New request
            </Link>
            <Link className={buttonClass({ variant: "quiet" })} to={pages.templates.href()}>
              Begin with a template
            </Link>
          </>
        )
      }
    />
  );
}
