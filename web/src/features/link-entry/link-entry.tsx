import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { linkPreviewOptions } from "../../data/links/link-preview.query.ts";
import { type Identity, type SessionState, useSession } from "../../lib/auth/session.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { FailedQuery } from "./failed-query.tsx";
import { LinkIntroduction } from "./link-introduction.tsx";
import { LinkSkeleton } from "./link-skeleton.tsx";

// Most links work.
const LinkNotFound = lazy(async () => ({ default: (await import("./link-not-found.tsx")).LinkNotFound }));

interface LinkEntryProps {
  token: string;
  /** Sign-in form for signed-out visitors. */
  signIn: ReactNode;
  /** Renders what the link opens for a signed-in person. */
  renderJoined: (person: Identity) => ReactNode;
  /** Shown until the session is known. */
  checklistSkeleton: ReactNode;
}

/** Page behind a request's link: an introduction with a sign-in form, or the checklist for a signed-in recipient. */
export function LinkEntry({ token, signIn, renderJoined, checklistSkeleton }: LinkEntryProps) {
  const session = useSession();
  const hydrated = useHydrated();
  useFocusAfterSignIn(session.status);
  if (session.status === "out" || !hydrated) return <Introduced token={token} signIn={signIn} />;
  if (session.status === "unknown") return session.offline ? <LinkSkeleton isOffline /> : checklistSkeleton;
  return renderJoined(session);
}

function Introduced({ token, signIn }: Pick<LinkEntryProps, "token" | "signIn">) {
  const preview = useQuery(linkPreviewOptions({ token }));
  // The response may arrive before the markup, which doesn't know it, is hydrated.
  const hydrated = useHydrated();
  if (!hydrated || preview.isPending || preview.data) {
    const known = hydrated ? preview.data : undefined;
    return <LinkIntroduction preview={known ?? undefined}>{signIn}</LinkIntroduction>;
  }
  if (preview.isError) return <FailedQuery query={preview} />;
  return (
    <Suspense fallback={<LinkSkeleton />}>
      <LinkNotFound />
    </Suspense>
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
