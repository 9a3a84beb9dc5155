import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { joinedRequestOptions } from "../../data/links/joined-request.query.ts";
import { linkPreviewOptions } from "../../data/links/link-preview.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { type Identity, type SessionState, useSession } from "../../lib/session.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LinkIntroduction } from "./link-introduction.tsx";
import { LinkNowhere } from "./link-nowhere.tsx";
import { LinkSkeleton } from "./link-skeleton.tsx";
import { OtherAddress } from "./other-address.tsx";

interface LinkEntryProps {
  token: string;
  /** The way in for somebody who is not signed in. */
  signIn: ReactNode;
  /** The checklist, once the link has let this person in. */
  renderChecklist: (opened: { requestId: string; userId: string; email: string }) => ReactNode;
  onSignOut: () => Promise<void>;
}

/** Where a request's link leads: who asks and the way in, or straight to the checklist. */
export function LinkEntry({ token, signIn, renderChecklist, onSignOut }: LinkEntryProps) {
  const session = useSession();
  useFocusAfterSignIn(session.status);
  if (session.status === "unknown") return <LinkSkeleton isOffline={session.offline} />;
  if (session.status === "out") return <Introduced token={token} signIn={signIn} />;
  return <Joined token={token} person={session} renderChecklist={renderChecklist} onSignOut={onSignOut} />;
}

function Introduced({ token, signIn }: Pick<LinkEntryProps, "token" | "signIn">) {
  const preview = useQuery(linkPreviewOptions({ token }));
  if (preview.isPending) return <LinkSkeleton />;
  if (preview.data) return <LinkIntroduction preview={preview.data}>{signIn}</LinkIntroduction>;
  return preview.isError ? <Failed query={preview} /> : <LinkNowhere />;
}

interface JoinedProps extends Pick<LinkEntryProps, "token" | "renderChecklist" | "onSignOut"> {
  person: Identity;
}

function Joined({ token, person, renderChecklist, onSignOut }: JoinedProps) {
  const { userId, email } = person;
  const joined = useQuery(joinedRequestOptions({ token, userId }));
  if (joined.isPending) return <LinkSkeleton />;
  if (joined.data) return renderChecklist({ requestId: joined.data, userId, email });
  if (joined.isError) return <Failed query={joined} />;
  return <NotForThisPerson token={token} email={email} onSignOut={onSignOut} />;
}

/** The service says only that there is nothing for this person; whether the link leads somewhere at all, anyone may ask. */
function NotForThisPerson({
  token,
  email,
  onSignOut,
}: Pick<LinkEntryProps, "token" | "onSignOut"> & { email: string }) {
  const preview = useQuery(linkPreviewOptions({ token }));
  if (preview.isPending) return <LinkSkeleton />;
  if (preview.data) return <OtherAddress preview={preview.data} email={email} onSignOut={onSignOut} />;
  return preview.isError ? <Failed query={preview} /> : <LinkNowhere />;
}

function Failed({
  query,
}: {
  query: { error: Error; isFetching: boolean; refetch: () => Promise<unknown> };
}) {
  return (
    <ErrorState
      error={errorSentences(query.error)}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  );
}

/** The code field goes with the sign-in; whoever typed it goes on at the start of what came in its place. */
function useFocusAfterSignIn(status: SessionState["status"]): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "out" && status !== "out") document.querySelector("main")?.focus();
    before.current = status;
  }, [status]);
}
