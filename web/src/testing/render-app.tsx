import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { onTestFinished } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { App } from "../app/app.tsx";
import { queryClient, refetchEverything, retryAfterRefresh } from "../app/query-client.ts";
import { startSession } from "../lib/auth/start-session.ts";

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
  const place = { current: "" };
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Place onChange={(now) => (place.current = now)} />
    </MemoryRouter>,
  );
  return { user, /** Current path, query and fragment. */ address: () => place.current };
}

function Place({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search, hash } = useLocation();
  onChange(pathname + search + hash);
  return null;
}
