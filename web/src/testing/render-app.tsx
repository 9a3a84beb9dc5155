import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { onTestFinished } from "vitest";
import { App } from "../app/app.tsx";
import { queryClient, refetchEverything, retryAfterRefresh } from "../app/query-client.ts";
import { startSession } from "../lib/auth/start-session.ts";
import { Navigation } from "../lib/navigation.tsx";

/** Renders the whole app at a path with its real providers, routes, session store and client. */
export function renderApp(path: string) {
  const stop = startSession({
    retryFailed: () => void retryAfterRefresh(),
    refetchAll: () => void refetchEverything(),
    // The sidecar's part is covered by the browser tests.
    persist: () => undefined,
    deadline: 100,
    retryEvery: 200,
  });
  onTestFinished(() => {
    stop();
    queryClient.clear();
  });
  history.replaceState(null, "", path);
  const user = userEvent.setup();
  render(
    <Navigation>
      <App />
    </Navigation>,
  );
  return {
    user,
    /** Current path, query and fragment. */
    address: () => location.pathname + location.search + location.hash,
  };
}
