import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { joinedRequestOptions } from "../../data/links/joined-request.query.ts";
import { linkPreviewOptions } from "../../data/links/link-preview.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { type Identity, type SessionState, useSession } from "../../lib/auth/session.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LinkIntroduction } from "./link-introduction.tsx";
import { LinkNotFound } from "./link-not-found.tsx";
import { LinkSkeleton } from "./link-skeleton.tsx";
import { OtherAddress } from "./other-address.tsx";

/** Milliseconds between looks whether the person who asked has been added. */
const accessInterval = 10_000;

interface LinkEntryProps {
  token: string;
  /** Sign-in form for signed-out visitors. */
  signIn: ReactNode;
  /** Renders the checklist once the link has given this user access. */
  renderChecklist: (opened: { requestId: string; userId: string; email: string }) => ReactNode;
  /** Shown until it can be rendered. */
  checklistSkeleton: ReactNode;
  onSignOut: () => Promise<void>;
}

/** Page behind a request's link: an introduction with a sign-in form, or the checklist for a signed-in recipient. */
export function LinkEntry({ token, signIn, checklistSkeleton, ...joined }: LinkEntryProps) {
  const session = useSession();
  const hydrated = useHydrated();
  useFocusAfterSignIn(session.status);
  if (session.status === "out" || !hydrated) return <Introduced token={token} signIn={signIn} />;
  if (session.status === "unknown") return session.offline ? <LinkSkeleton isOffline /> : checklistSkeleton;
  return <Joined {...joined} token={token} person={session} checklistSkeleton={checklistSkeleton} />;
}

function Introduced({ token, signIn }: Pick<LinkEntryProps, "token" | "signIn">) {
  const preview = useQuery(linkPreviewOptions({ token }));
  // The response may arrive before the markup, which doesn't know it, is hydrated.
  const hydrated = useHydrated();
  if (!hydrated || preview.isPending || preview.data) {
    const known = hydrated ? preview.data : undefined;
    return <LinkIntroduction preview={known ?? undefined}>{signIn}</LinkIntroduction>;
  }
  return preview.isError ? <Failed query={preview} /> : <LinkNotFound />;
}

interface JoinedProps extends Omit<LinkEntryProps, "signIn"> {
  person: Identity;
}

function Joined({ token, person, renderChecklist, checklistSkeleton, onSignOut }: JoinedProps) {
  const { userId, email } = person;
  const [hasAsked, setHasAsked] = useState(false);
  const joined = useQuery({
    ...joinedRequestOptions({ token, userId }),
    refetchInterval: ({ state }) => hasAsked && state.data === null && accessInterval,
  });
  if (joined.isPending) return checklistSkeleton;
  if (joined.data) return renderChecklist({ requestId: joined.data, userId, email });
  if (joined.isError && joined.data === undefined) return <Failed query={joined} />;
  return (
    <NotForThisPerson token={token} email={email} onSignOut={onSignOut} onAsked={() => setHasAsked(true)} />
  );
}

/** The join call does not reveal whether the link exists or belongs to somebody else; the public preview does. */
function NotForThisPerson({ token, ...rest }: Omit<Parameters<typeof OtherAddress>[0], "preview">) {
  const preview = useQuery(linkPreviewOptions({ token }));
  if (preview.isPending) return <LinkSkeleton />;
  if (preview.data) return <OtherAddress token={token} preview={preview.data} {...rest} />;
  return preview.isError ? <Failed query={preview} /> : <LinkNotFound />;
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

/** The focused code field disappears after signing in, so focus moves to the start of the page that replaces it. */
function useFocusAfterSignIn(status: SessionState["status"]): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "out" && status !== "out") document.querySelector("main")?.focus();
    before.current = status;
  }, [status]);
}
