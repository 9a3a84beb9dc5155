import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense } from "react";
import { useLocation } from "../../lib/navigation.tsx";
import { ChecklistSkeleton } from "../../features/answer/checklist-skeleton.tsx";
import { LinkEntry } from "../../features/link-entry/link-entry.tsx";
import { LinkSignInIntro } from "../../features/link-entry/link-sign-in-intro.tsx";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";
import { linkTokenOf } from "../link-token.ts";
import { useEndedSession } from "../use-ended-session.ts";
import { useLinkAddress } from "../use-link-address.ts";

/** Loads the page of a signed-in person. Most visitors of a link are signed out at first. */
export const loadJoined = () => import("./r.joined.tsx");
const Joined = lazy(async () => ({ default: (await loadJoined()).Joined }));

export function Component() {
  const token = linkTokenOf(useLocation().pathname);
  const { hasEnded, email } = useEndedSession();
  const linkAddress = useLinkAddress();
  return (
    <LinkEntry
      // Keyed by token: nothing of the previous link may remain on screen.
      key={token}
      token={token}
      signIn={
        <SignInForm
          next={pages.link.href({ token })}
          intro={<LinkSignInIntro hasEnded={hasEnded} />}
          level={2}
          suggestedEmail={email ?? linkAddress}
          autoFocus={email !== undefined}
          // The page follows the session store, so it needs no callback.
          onSignedIn={() => undefined}
        />
      }
      checklistSkeleton={<ChecklistSkeleton />}
      renderJoined={(person) => (
        <Suspense fallback={<ChecklistSkeleton />}>
          <Joined token={token} person={person} />
        </Suspense>
      )}
    />
  );
}
