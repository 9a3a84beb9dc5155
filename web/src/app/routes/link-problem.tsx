import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { Link, useSearchParams } from "react-router-dom";
import { Door } from "../../features/sign-in/door.tsx";
import { LinkProblem } from "../../features/sign-in/link-problem.tsx";
import { identityOf, useSession } from "../../lib/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const [parameters] = useSearchParams();
  const next = safeNextPath(parameters.get("next"));
  const signedIn = identityOf(useSession()) !== undefined;
  const look = buttonClass({ variant: "primary", block: true });
  return (
    <Door>
      <PageTitle>This link did not work</PageTitle>
      <LinkProblem
        code={parameters.get("code") ?? ""}
        action={
          signedIn ? (
            <Link className={look} to={next ?? pages.landing.href()}>
              Continue to Sheaf
            </Link>
          ) : (
            <Link className={look} to={pages.signIn.href({ ...(next && { next }) })}>
              Get a new code
            </Link>
          )
        }
      />
    </Door>
  );
}
