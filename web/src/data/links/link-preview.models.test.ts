import { expect, test } from "vitest";
import { toLinkPreview } from "./link-preview.models.ts";

test("a preview has the workspace, sender, title and due date", () => {
  const row = {
    workspace_name: "Okafor & Lind",
    sender_email: "nora@okafor.example",
    title: "Tax return",
    due_on: "2026-11-27",
    accent: "#1f4e8c",
    logo: null,
  };
  expect(toLinkPreview([row])).toEqual({
    workspaceName: "Okafor & Lind",
    senderEmail: "nora@okafor.example",
    title: "Tax return",
    dueOn: "2026-11-27",
    branding: { accent: "#1f4e8c", logo: null },
  });
});

test("a link that doesn't work has no preview", () => {
  expect(toLinkPreview([])).toBeNull();
});
