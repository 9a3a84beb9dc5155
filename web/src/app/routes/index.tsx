import { pages } from "@sheaf/contract/pages";
import { lazy } from "react";
import { Link } from "react-router-dom";
import { Landing } from "../../features/landing/landing.tsx";
import { useSession } from "../../lib/auth/session.ts";
import { buttonClass } from "../../ui/forms/button.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";

// Loaded only when signed in: the landing page doesn't need the data client.
const Home = lazy(async () => ({ default: (await import("./home.tsx")).Component }));

export function Component() {
  const session = useSession();
  if (session.status === "unknown") return <PageLoading />;
  if (session.status !== "out") return <Home />;
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
            Create a request
          </Link>
        }
      />
    </>
  );
}
