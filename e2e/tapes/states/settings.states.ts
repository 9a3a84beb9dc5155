import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { sharedWorkspace } from "../seed/scenes.ts";
import { nora } from "../seed/people.ts";
import { unwrap } from "../../seed/unwrap.ts";

/** Account settings. */
export const settingsStates: readonly Flow[] = [
  state({
    name: "profile",
    description: "Nora's profile.",
    prepare: async (seed) => ({
      startPath: pages.profile.href(),
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByRole("textbox", { name: "Name" }),
  }),
  state({
    name: "security-plain",
    description: "Security settings of an account with email sign-in only, on one device.",
    prepare: async (seed) => ({
      startPath: pages.security.href(),
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByText("This device", { exact: true }),
  }),
  state({
    name: "security-two-apps",
    description: "Security settings of an account with two authenticator apps.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      await workspace.nora.addAuthenticator("Phone");
      await workspace.nora.addAuthenticator("Tablet");
      return { startPath: pages.security.href(), as: workspace.nora };
    },
    shows: (page) => page.getByRole("button", { name: "Remove Tablet" }),
  }),
  state({
    name: "security-email-change",
    description: "Nora is changing her email; neither address has confirmed the change yet.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      unwrap(await workspace.nora.client.rpc("record_proof", { act: "email" }));
      unwrap(await workspace.nora.client.auth.updateUser({ email: "nora@lind.example" }));
      return { startPath: pages.security.href(), as: workspace.nora };
    },
    shows: (page) => page.getByText("0 of 2 confirmed"),
  }),
  state({
    name: "security-two-devices",
    description: "Nora is signed in on a desktop and on a phone.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      await seed.signIn(nora, "phone");
      return { startPath: pages.security.href(), as: workspace.nora };
    },
    shows: (page) => page.getByText("Safari on iPhone"),
  }),
  state({
    name: "delete-account",
    description: "Nora is asked to confirm the deletion of her account and sees what else is deleted.",
    prepare: async (seed) => ({
      startPath: pages.security.href(),
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    steps: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
    shows: (page) => page.getByText("will be deleted too, because it has no other members", { exact: false }),
  }),
  state({
    name: "tags",
    description: "The tags of a workspace, in its settings.",
    prepare: async (seed) => ({
      startPath: pages.workspaceRequests.href(),
      as: (await sharedWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByText("Private client", { exact: true }),
  }),
];
