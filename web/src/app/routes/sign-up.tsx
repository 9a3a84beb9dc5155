import { pages } from "@sheaf/contract/pages";
import { Link, Navigate, useNavigate } from "react-router-dom";
import { Door } from "../../features/sign-in/door.tsx";
import { quietLinkClass } from "../../features/sign-in/quiet-link.ts";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import { SignUpIntro } from "../../features/sign-in/sign-up-intro.tsx";
import { identityOf, useSession } from "../../lib/session.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useNextPage } from "../next-page.ts";

/** The way in for whoever looks for a beginning: the same form and the same answers, in other words. */
export function Component() {
  const navigate = useNavigate();
  const session = useSession();
  const next = useNextPage();
  const goal = next ?? pages.landing.href();
  if (identityOf(session)) return <Navigate replace to={goal} />;
  return (
    <Door>
      <PageTitle>Sign up</PageTitle>
      <SignInForm
        next={goal}
        autoFocus
        ways
        intro={<SignUpIntro />}
        onSignedIn={() => void navigate(goal, { replace: true })}
        beside={
          <Link className={quietLinkClass} to={pages.signIn.href(next === undefined ? {} : { next })}>
            Been here before? Sign in
          </Link>
        }
      />
    </Door>
  );
}
