import { pages } from "@sheaf/contract/pages";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { Door } from "../../features/sign-in/door.tsx";
import { quietLinkClass } from "../../features/sign-in/quiet-link.ts";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import { SignInIntro } from "../../features/sign-in/sign-in-intro.tsx";
import { identityOf, useSession } from "../../lib/session.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useNextPage } from "../next-page.ts";

export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const next = useNextPage();
  const reason = useHydrated() ? parameters.get("reason") : null;
  const onward = next === undefined ? {} : { next };
  const goal = next ?? pages.landing.href();
  if (identityOf(session)) return <Navigate replace to={goal} />;
  return (
    <Door>
      <PageTitle>Sign in</PageTitle>
      <SignInForm
        next={goal}
        autoFocus
        ways
        forgotten={
          <Link className={quietLinkClass} to={pages.forgotPassword.href(onward)}>
            Forgot your password?
          </Link>
        }
        beside={
          <Link className={quietLinkClass} to={pages.signUp.href(onward)}>
            New here? Sign up
          </Link>
        }
        intro={<SignInIntro reason={reason} />}
        onSignedIn={() => void navigate(goal, { replace: true })}
      />
    </Door>
  );
}
