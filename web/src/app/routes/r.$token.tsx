import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense } from "react";
import { matchPath, useLocation, useNavigate } from "../../lib/navigation.tsx";
import { ChecklistSkeleton } from "../../features/answer/checklist-skeleton.tsx";
import { LinkEntry } from "../../features/link-entry/link-entry.tsx";
import { LinkSignInIntro } from "../../features/link-entry/link-sign-in-intro.tsx";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";
import { useSignOut } from "../use-sign-out.ts";

// Loaded only when signed in.
const JoinedChecklist = lazy(async () => ({ default: (await import("./r.checklist.tsx")).JoinedChecklist }));

export function Component() {
  const { token = "" } = matchPath(pages.link.path, useLocation().pathname) ?? {};
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <LinkEntry
      // Keyed by token: nothing of the previous link may remain on screen.
      key={token}
      token={token}
      signIn={
        <SignInForm
          next={pages.link.href({ token })}
          intro={<LinkSignInIntro />}
          // The page follows the session store, so it needs no callback.
          onSignedIn={() => undefined}
        />
      }
      checklistSkeleton={<ChecklistSkeleton />}
      renderChecklist={(opened) => (
        <Suspense fallback={<ChecklistSkeleton />}>
          <JoinedChecklist {...opened} onInbox={() => navigate(pages.inbox.href())} onSignOut={signOut} />
        </Suspense>
      )}
      onSignOut={signOut}
    />
  );
}
