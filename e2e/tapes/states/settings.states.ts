import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { openOffice } from "../world/office.ts";
import { nora } from "../world/people.ts";
import { unwrap } from "../world/unwrap.ts";

/** What somebody can change about the own account. */
export const settingsStates: readonly Flow[] = [
  state({
    name: "profile",
    says: "Nora's name, ready to be changed.",
    prepare: async (world) => ({ opens: pages.profile.href(), as: (await openOffice(world)).nora }),
    shows: (page) => page.getByRole("textbox", { name: "Name" }),
  }),
  state({
    name: "security-plain",
    says: "The security of an account with an email and nothing else, on one device.",
    prepare: async (world) => ({ opens: pages.security.href(), as: (await openOffice(world)).nora }),
    shows: (page) => page.getByText("This device", { exact: true }),
  }),
  state({
    name: "security-two-apps",
    says: "The security of an account with two authenticator apps.",
    prepare: async (world) => {
      const office = await openOffice(world);
      await office.nora.addAuthenticator("Phone");
      await office.nora.addAuthenticator("Tablet");
      return { opens: pages.security.href(), as: office.nora };
    },
    shows: (page) => page.getByRole("button", { name: "Remove Tablet" }),
  }),
  state({
    name: "security-email-change",
    says: "Nora wants another email, and neither address has agreed yet.",
    prepare: async (world) => {
      const office = await openOffice(world);
      unwrap(await office.nora.client.auth.updateUser({ email: "nora@lind.example" }));
      return { opens: pages.security.href(), as: office.nora };
    },
    shows: (page) => page.getByText("0 of 2 confirmed"),
  }),
  state({
    name: "security-two-devices",
    says: "Nora is signed in at a desk and on a phone.",
    prepare: async (world) => {
      const office = await openOffice(world);
      await world.signIn(nora, "phone");
      return { opens: pages.security.href(), as: office.nora };
    },
    shows: (page) => page.getByText("Safari on iPhone"),
  }),
  state({
    name: "delete-account",
    says: "Nora is asked whether she wants to delete her account, and reads what goes with it.",
    prepare: async (world) => ({ opens: pages.security.href(), as: (await openOffice(world)).nora }),
    steps: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
    shows: (page) => page.getByText("goes too, because nobody else is in it", { exact: false }),
  }),
];
