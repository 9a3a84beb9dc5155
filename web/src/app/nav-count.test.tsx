import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

const unopened = {
  id: "r1",
  title: "Tax return",
  workspace_name: "Lind",
  sender_email: null,
  due_on: null,
};

test("the navigation counts what waits, once a list has read it, and reads nothing by itself", async () => {
  giveSessionCookie();
  platform.use(
    restAnswers({ table: "recipients", rows: [] }),
    restAnswers({ table: "members", rows: [{ role: "owner", workspaces: { id: "w1", name: "Lind" } }] }),
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    rpcAnswers({ fn: "workspace_invitations", returns: [] }),
  );
  const { user } = renderApp("/settings/workspace/members");
  await screen.findByRole("region", { name: "Members" });
  const main = () => screen.getByRole("navigation", { name: "Main" });
  expect(main().textContent).toBe("RequestsNeeded from youPeopleTemplates");
  // Earlier, a read of these would have failed the test.
  platform.use(
    rpcAnswers({ fn: "list_requests", returns: [] }),
    rpcAnswers({
      fn: "request_counts",
      returns: [{ open: 9, review: 3, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 0 }],
    }),
    rpcAnswers({ fn: "unopened_requests", returns: [unopened] }),
  );

  await user.click(screen.getByRole("link", { name: "Needed from you" }));
  await screen.findByRole("link", { name: /^Needed from you 1 ?waiting for you$/ });
  await user.click(screen.getByRole("link", { name: "Requests" }));
  await screen.findByRole("link", { name: /^Requests 3 ?to review$/ });
  await user.click(screen.getByRole("link", { name: "Settings" }));
  await screen.findByRole("region", { name: "Your name" });
  expect(main().textContent).toBe("Requests 3 to reviewNeeded from you 1 waiting for youPeopleTemplates");
});
