import { pages } from "@sheaf/contract/pages";
import { Link } from "../lib/navigation.tsx";
import { Landing } from "../features/landing/landing.tsx";
import { buttonClass } from "../ui/forms/button.tsx";
import { PageTitle } from "../ui/layout/page-title.tsx";

/** The start page for signed-out visitors. */
export function LandingPage() {
  const ask = pages.signUp.href({ next: pages.newRequest.href() });
  return (
    <>
      <PageTitle>Sheaf</PageTitle>
      <Landing
        signIn={
          <Link className={buttonClass({ variant: "quiet" })} to={pages.signIn.href()}>
            Sign in
          </Link>
        }
        ask={
          <Link className={buttonClass({ variant: "primary" })} to={ask}>
            Ask for documents
          </Link>
        }
        start={
          <Link className={buttonClass({ variant: "primary", size: "large" })} to={ask}>
            Ask for documents
          </Link>
        }
      />
    </>
  );
}
