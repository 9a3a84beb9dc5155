import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { Door } from "../../features/sign-in/door.tsx";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import { SignInIntro } from "../../features/sign-in/sign-in-intro.tsx";
import { identityOf, useSession } from "../../lib/session.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const next = safeNextPath(parameters.get("next")) ?? pages.landing.href();
  if (identityOf(session)) return <Navigate replace to={next} />;
  return (
    <Door>
      <PageTitle>Sign in</PageTitle>
      <SignInForm
        next={next}
        autoFocus
        intro={<SignInIntro reason={parameters.get("reason")} />}
        onSignedIn={() => void navigate(next, { replace: true })}
      />
    </Door>
  );
}
