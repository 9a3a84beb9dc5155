import { pages } from "@sheaf/contract/pages";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { signOut } from "../../features/session/sign-out.ts";
import { Door } from "../../features/sign-in/door.tsx";
import { linkFromFragment } from "../../features/sign-in/link-from-fragment.ts";
import { SignedInAs } from "../../features/sign-in/signed-in-as.tsx";
import { identityOf, useSession } from "../../lib/session.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const [link] = useState(() => linkFromFragment(hash));

  // The token must not stay in the address, where it would be bookmarked or shared.
  useEffect(() => {
    if (link) void navigate(pathname, { replace: true });
  }, [link, navigate, pathname]);

  if (!link) return <WithoutLink isCut={hash !== ""} />;
  const { next, type } = link;
  const leaveTo = (path: string) => void navigate(path, { replace: true });
  return (
    <Door>
      <PageTitle>Sign in</PageTitle>
      <SignedInAs
        link={link}
        onContinue={() => leaveTo(next ?? pages.landing.href())}
        onNotMe={() => void signOut().then(() => leaveTo(pages.signIn.href({ reason: "signed-out" })))}
        onFailed={({ code }) => leaveTo(pages.linkProblem.href({ code, type, ...(next && { next }) }))}
      />
    </Door>
  );
}

/** The page takes its link out of the address, so somebody who reloads it comes without one and is signed in already. */
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
