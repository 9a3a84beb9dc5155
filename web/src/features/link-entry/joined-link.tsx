import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { joinedRequestOptions } from "../../data/links/joined-request.query.ts";
import { linkPreviewOptions } from "../../data/links/link-preview.query.ts";
import type { Identity } from "../../lib/auth/session.ts";
import { FailedQuery } from "./failed-query.tsx";
import { LinkNotFound } from "./link-not-found.tsx";
import { LinkSkeleton } from "./link-skeleton.tsx";
import { OtherAddress } from "./other-address.tsx";

/** Milliseconds between looks whether the person who asked has been added. */
const accessInterval = 10_000;

interface JoinedLinkProps {
  token: string;
  person: Identity;
  /** Renders the checklist once the link has given this user access. */
  renderChecklist: (opened: { requestId: string; userId: string; email: string }) => ReactNode;
  /** Shown until it can be rendered. */
  checklistSkeleton: ReactNode;
  onSignOut: () => Promise<void>;
}

/** The checklist that a link opens for a signed-in person, or the reason why they can't see it. */
export function JoinedLink({
  token,
  person,
  renderChecklist,
  checklistSkeleton,
  onSignOut,
}: JoinedLinkProps) {
  const { userId, email } = person;
  const [hasAsked, setHasAsked] = useState(false);
  const joined = useQuery({
    ...joinedRequestOptions({ token, userId }),
    refetchInterval: ({ state }) => hasAsked && state.data === null && accessInterval,
  });
  if (joined.isPending) return checklistSkeleton;
  if (joined.data) return renderChecklist({ requestId: joined.data, userId, email });
  if (joined.isError && joined.data === undefined) return <FailedQuery query={joined} />;
  return (
    <NotForThisPerson token={token} email={email} onSignOut={onSignOut} onAsked={() => setHasAsked(true)} />
  );
}

/** The join call does not reveal whether the link exists or belongs to someone else; the public preview does. */
function NotForThisPerson({ token, ...rest }: Omit<Parameters<typeof OtherAddress>[0], "preview">) {
  const preview = useQuery(linkPreviewOptions({ token }));
  if (preview.isPending) return <LinkSkeleton />;
  if (preview.data) return <OtherAddress token={token} preview={preview.data} {...rest} />;
  return preview.isError ? <FailedQuery query={preview} /> : <LinkNotFound />;
}
