import { pages } from "@sheaf/contract/pages";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router-dom";
import { isAskedOptions } from "../../data/profile/is-asked.query.ts";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { identityOf, useSession } from "../../lib/session.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";
import { queryClient } from "../query-client.ts";
import styles from "../layouts/plain-layout.module.css";

/** Where somebody who is signed in starts: their requests, what is asked of them, or naming their workspace. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <Home />
    </QueryClientProvider>
  );
}

function Home() {
  const userId = identityOf(useSession())?.userId ?? "";
  const workspaces = useQuery(myWorkspacesOptions({ userId }));
  const asked = useQuery(isAskedOptions({ userId }));
  const failed = workspaces.error ?? asked.error;
  if (failed) {
    const again = () => void Promise.all([workspaces.refetch(), asked.refetch()]);
    return (
      <main className={styles["main"]} tabIndex={-1}>
        <ErrorState level={1} error={errorSentences(failed)} onRetry={again} />
      </main>
    );
  }
  if (workspaces.data === undefined || asked.data === undefined) return <PageLoading />;
  if (workspaces.data.length > 0) return <Navigate replace to={pages.requests.href()} />;
  return <Navigate replace to={asked.data ? pages.inbox.href() : pages.welcome.href()} />;
}
