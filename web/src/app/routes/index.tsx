import { lazy } from "react";
import { useSession } from "../../lib/auth/session.ts";
import { LandingPage } from "../landing-page.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";

// Loaded only when signed in: the landing page doesn't need the data client.
const Home = lazy(async () => ({ default: (await import("./home.tsx")).Component }));

export function Component() {
  const session = useSession();
  if (session.status === "unknown") return <PageLoading />;
  return session.status === "out" ? <LandingPage /> : <Home />;
}
