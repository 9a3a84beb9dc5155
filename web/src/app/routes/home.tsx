import { pages } from "@sheaf/contract/pages";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { isRecipientOptions } from "../../data/profile/is-recipient.query.ts";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate } from "../../lib/navigation.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { WithoutWorkspace } from "../guards/without-workspace.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";
import { queryClient } from "../query-client.ts";
import styles from "../layouts/plain-layout.module.css";

/** Redirects a signed-in user to their requests, their inbox or creating a workspace. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <Home />
    </QueryClientProvider>
  );
}

function Home() {
  const who = identityOf(useSession());
  const userId = who?.userId ?? "";
  const workspaces = useQuery(myWorkspacesOptions({ userId }));
  const isRecipient = useQuery(isRecipientOptions({ userId }));
  const failed = workspaces.error ?? isRecipient.error;
  if (failed) {
    const again = () => void Promise.all([workspaces.refetch(), isRecipient.refetch()]);
    return (
      <main className={styles["main"]} tabIndex={-1}>
        <ErrorState level={1} error={errorSentences(failed)} onRetry={again} />
      </main>
    );
  }
  if (!who || workspaces.data === undefined || isRecipient.data === undefined) return <PageLoading />;
  if (workspaces.data.length > 0) return <Navigate replace to={pages.requests.href()} />;
  // An empty list cached before the second factor is not reliable; wait for the refetch.
  if (workspaces.isFetching) return <PageLoading />;
  if (isRecipient.data) return <Navigate replace to={pages.inbox.href()} />;
  return (
    <main className={styles["main"]} tabIndex={-1}>
      <WithoutWorkspace
        who={who}
        next={pages.landing.href()}
        otherwise={<Navigate replace to={pages.welcome.href()} />}
      />
    </main>
  );
}
