import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { onTestFinished } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { App } from "../app/app.tsx";
import { queryClient, refetchEverything, retryAfterRefresh } from "../app/query-client.ts";
import { startSession } from "../features/session/start-session.ts";

/** The whole page at an address, with its real providers, routes, session store and client. */
export function renderApp(path: string) {
  const stop = startSession({
    retryFailed: () => void retryAfterRefresh(),
    refetchAll: () => void refetchEverything(),
    // The sidecar's part is seen in the browser runs.
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
  return { user, /** Path, query and fragment that the page is at now. */ address: () => place.current };
}

function Place({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search, hash } = useLocation();
  onChange(pathname + search + hash);
  return null;
}
