import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { receivedRequestOptions } from "../../data/inbox/received-request.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { ChecklistBody } from "./checklist-body.tsx";
import { ChecklistSkeleton } from "./checklist-skeleton.tsx";

export interface ChecklistProps {
  requestId: string;
  /** The signed-in recipient. */
  userId: string;
  /** Account menu for pages without navigation. */
  account?: ReactNode;
}

/** One request as its recipient sees it. */
export function Checklist({ requestId, userId, account }: ChecklistProps) {
  const request = useQuery(receivedRequestOptions({ requestId, userId }));
  const [wasOpen, setWasOpen] = useState(false);
  if (request.data && !wasOpen) setWasOpen(true);

  if (request.isPending) return <ChecklistSkeleton />;
  // After a failed poll the older data stays, so that a half-filled form is not lost.
  if (request.data) {
    return (
      <ChecklistBody request={request.data} myId={userId} account={account} isOutOfDate={request.isError} />
    );
  }
  if (request.isError) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(request.error)}
        onRetry={() => void request.refetch()}
        busy={request.isFetching}
      />
    );
  }
  return <NoRequest wasOpen={wasOpen} />;
}

/** @param wasOpen the recipient could read the request on this page until now. */
function NoRequest({ wasOpen }: { wasOpen: boolean }) {
  return (
    // The focused element is gone with the request, so the heading takes the focus.
    <div ref={wasOpen ? focusHeading : undefined}>
      <EmptyState
        level={1}
        {...(wasOpen
          ? {
              title: "You can’t open this request any more",
              text: "You were removed from it, or it was deleted. If you think that’s a mistake, ask the person who sent it to you.",
            }
          : {
              title: "Nothing here for you",
              text: "The request may have been sent to another of your addresses. Open the link you received again.",
            })}
        action={
          <Link className={buttonClass()} to={pages.inbox.href()}>
            See requests sent to you
          </Link>
        }
      />
    </div>
  );
}

function focusHeading(page: HTMLElement | null): void {
  const heading = page?.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
