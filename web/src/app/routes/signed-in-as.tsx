import { pages } from "@sheaf/contract/pages";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { signOut } from "../../features/session/sign-out.ts";
import { Door } from "../../features/sign-in/door.tsx";
import { linkFromFragment } from "../../features/sign-in/link-from-fragment.ts";
import { SignedInAs } from "../../features/sign-in/signed-in-as.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const [link] = useState(() => linkFromFragment(hash));

  // The token must not stay in the address, where it would be bookmarked or shared.
  useEffect(() => {
    if (link) void navigate(pathname, { replace: true });
  }, [link, navigate, pathname]);

  if (!link) return <Navigate replace to={pages.linkProblem.href({ code: "link.incomplete" })} />;
  const { next } = link;
  const leaveTo = (path: string) => void navigate(path, { replace: true });
  return (
    <Door>
      <PageTitle>Sign in</PageTitle>
      <SignedInAs
        link={link}
        onContinue={() => leaveTo(next ?? pages.landing.href())}
        onNotMe={() => void signOut().then(() => leaveTo(pages.signIn.href({ reason: "signed-out" })))}
        onFailed={({ code }) => leaveTo(pages.linkProblem.href({ code, ...(next && { next }) }))}
      />
    </Door>
  );
}
