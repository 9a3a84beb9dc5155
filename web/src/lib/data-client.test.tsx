import { restAnswers } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";
import { dataClient } from "./data-client.ts";

const mocks = mockPlatform();

test("a page that still shows one user sends nothing with the token of the next", async () => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({ table: "members", rows: [] }),
    restAnswers({ table: "tags", rows: [{ name: "Private client" }] }),
  );
  renderApp("/welcome");
  await screen.findByRole("heading", { level: 1 });
  expect((await dataClient().from("tags").select("name")).data).toHaveLength(1);
  giveSessionCookie({ userId: "22222222-2222-4222-8222-222222222222", sessionId: "session-2" });
  const { data, error } = await dataClient().from("tags").select("name");
  expect(data).toBeNull();
  expect(error?.message).toContain("Another user signed in");
});
