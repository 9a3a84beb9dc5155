import { pages } from "@sheaf/contract/pages";
import { useEffect, useState } from "react";
import { signOut } from "../../lib/auth/sign-out.ts";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { linkFromFragment } from "../../features/sign-in/link/link-from-fragment.ts";
import { SignedInAs } from "../../features/sign-in/link/signed-in-as.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate, useLocation, useNavigate } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

export function Component() {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const [link] = useState(() => linkFromFragment(hash));

  // The token must not stay in the URL, where it could be bookmarked or shared.
  useEffect(() => {
    if (link) navigate(pathname, { replace: true });
  }, [link, navigate, pathname]);

  if (!link) return <WithoutLink isCut={hash !== ""} />;
  const { next, type } = link;
  const leaveTo = (path: string) => navigate(path, { replace: true });
  return (
    <NarrowPage>
      <PageTitle>Sign in</PageTitle>
      <SignedInAs
        link={link}
        onContinue={() => leaveTo(next ?? pages.landing.href())}
        onNotMe={() => void signOut().then(() => leaveTo(pages.signIn.href({ reason: "signed-out" })))}
        onFailed={({ code }) => leaveTo(pages.linkProblem.href({ code, type, ...(next && { next }) }))}
      />
    </NarrowPage>
  );
}

/** The page removes the token from the URL, so after a reload the user is already signed in and the link is missing. */
function WithoutLink({ isCut }: { isCut: boolean }) {
  const session = useSession();
  if (!isCut && session.status === "unknown") return null;
  const isHere = !isCut && identityOf(session) !== undefined;
  return (
    <Navigate
      replace
      to={isHere ? pages.landing.href() : pages.linkProblem.href({ code: "link.incomplete" })}
    />
  );
}
