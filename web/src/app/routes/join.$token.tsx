import { cleanToken } from "@sheaf/contract/link-token";
import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { JoinScreen } from "../../features/join/join-screen.tsx";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { useSignOut } from "../use-sign-out.ts";

export function Component() {
  const { token: given = "" } = useParams();
  const token = cleanToken(given) ?? given;
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <JoinScreen
      key={token}
      token={token}
      renderSignIn={(email) => (
        <SignInForm
          next={pages.join.href({ token })}
          intro={null}
          level={2}
          fixedEmail={email}
          // The page follows the session store, so it needs no callback.
          onSignedIn={() => undefined}
        />
      )}
      onJoined={(workspace) => {
        rememberWorkspace(workspace);
        navigate(pages.requests.href({ workspace }), { replace: true });
      }}
      onSignOut={signOut}
    />
  );
}
