import { safeNextPath } from "@sheaf/contract/next-path";
import { attemptTypes } from "@sheaf/contract/sidecar";
import { useEffect } from "react";
import { noteConfirmedHalf } from "../../data/email-change/progress-note.ts";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { halfDone, linkProblemStep } from "../../features/sign-in/link/link-problem.models.ts";
import { LinkProblem } from "../../features/sign-in/link/link-problem.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Link, useSearchParams } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

export function Component() {
  const parameters = useSearchParams();
  const code = parameters.get("code") ?? "";
  const signedIn = identityOf(useSession()) !== undefined;
  useEffect(() => {
    if (code === halfDone) noteConfirmedHalf({ by: "link" });
  }, [code]);
  const problem = linkProblemStep({
    code,
    type: attemptTypes.find((type) => type === parameters.get("type")),
    next: safeNextPath(parameters.get("next")),
    signedIn,
  });
  return (
    <NarrowPage>
      <PageTitle>{problem.heading}</PageTitle>
      <LinkProblem
        problem={problem}
        action={
          <Link className={buttonClass({ variant: "primary", block: true })} to={problem.href}>
            {problem.label}
          </Link>
        }
      />
    </NarrowPage>
  );
}
