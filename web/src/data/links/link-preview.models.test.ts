import { expect, test } from "vitest";
import { toLinkPreview } from "./link-preview.models.ts";

test("a preview has the workspace, sender, title and due date", () => {
  const row = {
    workspace_name: "Okafor & Lind",
    sender_name: "Nora Okafor",
    sender_email: "nora@okafor.example",
    title: "Tax return",
    due_on: "2026-11-27",
    accent: "#1f4e8c",
    logo: null,
    workspace_since: "2025-03-01",
    requests_done: 42,
    retain_days: 90,
    retain_sensitive_days: 30,
    item_titles: ["Passport"],
  };
  expect(toLinkPreview([row])).toEqual({
    workspaceName: "Okafor & Lind",
    senderName: "Nora Okafor",
    senderEmail: "nora@okafor.example",
    title: "Tax return",
    dueOn: "2026-11-27",
    branding: { accent: "#1f4e8c", logo: null },
    workspaceSince: "2025-03-01",
    requestsDone: 42,
    days: 90,
    sensitiveDays: 30,
    itemTitles: ["Passport"],
  });
});

test("a link that doesn't work has no preview", () => {
  expect(toLinkPreview([])).toBeNull();
});
