import { pages } from "@sheaf/contract/pages";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { secondaryLinkClass } from "../../features/sign-in/entry/secondary-link.ts";
import { SignInForm } from "../../features/sign-in/entry/sign-in-form.tsx";
import { SignUpIntro } from "../../features/sign-in/entry/sign-up-intro.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Link, Navigate, useNavigate } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useNextPage } from "../next-page.ts";

/** The sign-in form with texts for new users; behaves the same. */
export function Component() {
  const navigate = useNavigate();
  const session = useSession();
  const next = useNextPage();
  const target = next ?? pages.landing.href();
  if (identityOf(session)) return <Navigate replace to={target} />;
  return (
    <NarrowPage>
      <PageTitle>Sign up</PageTitle>
      <SignInForm
        next={target}
        autoFocus
        showOtherWays
        intro={<SignUpIntro />}
        onSignedIn={() => navigate(target, { replace: true })}
        beside={
          <Link className={secondaryLinkClass} to={pages.signIn.href(next === undefined ? {} : { next })}>
            Already have an account? Sign in
          </Link>
        }
      />
    </NarrowPage>
  );
}
