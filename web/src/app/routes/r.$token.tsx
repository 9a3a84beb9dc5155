import { pages } from "@sheaf/contract/pages";
import { useNavigate, useParams } from "react-router-dom";
import { Checklist } from "../../features/answer/checklist.tsx";
import { LinkAccount } from "../../features/link-entry/link-account.tsx";
import { LinkEntry } from "../../features/link-entry/link-entry.tsx";
import { LinkSignInIntro } from "../../features/link-entry/link-sign-in-intro.tsx";
import { signOut } from "../../features/session/sign-out.ts";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";

export function Component() {
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
  };
  return (
    <LinkEntry
      // Another link is another page: nothing of the former one may stay on screen.
      key={token}
      token={token}
      signIn={
        <SignInForm
          next={pages.link.href({ token })}
          intro={<LinkSignInIntro />}
          // The page notices by itself who is there.
          onSignedIn={() => undefined}
        />
      }
      renderChecklist={({ requestId, userId, email }) => (
        <Checklist
          requestId={requestId}
          userId={userId}
          account={
            <LinkAccount email={email} onInbox={() => void navigate(pages.inbox.href())} onSignOut={leave} />
          }
        />
      )}
      onSignOut={leave}
    />
  );
}
