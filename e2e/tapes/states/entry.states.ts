import type { Page } from "@playwright/test";
import { requestsHeading, welcomeHeading } from "../../fixtures/people.ts";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { atSignIn, atSignUp } from "../world/doors.ts";
import { openOffice } from "../world/office.ts";
import { ines, nora } from "../world/people.ts";
import { askAnna } from "../world/scenes.ts";

const nobody = (opens: string) => async () => ({ opens });
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name });

/** Where somebody comes in, and what can be wrong on the way. */
export const entryStates: readonly Flow[] = [
  state({
    name: "landing",
    says: "The first page, for somebody who is not signed in.",
    prepare: nobody("/"),
    shows: heading(/Ask once/),
  }),
  state({
    name: "landing-signed-in",
    says: "Nora opens the first page and is taken to her requests.",
    prepare: async (world) => ({ opens: "/", as: (await askAnna(world)).nora }),
    shows: requestsHeading,
  }),
  state({
    name: "landing-asked",
    says: "Anna, who only answers, opens the first page and is taken to what is asked of her.",
    device: "phone",
    prepare: async (world) => ({ opens: "/", as: (await askAnna(world)).anna }),
    shows: (page) => page.getByText("Tax return 2026").first(),
  }),
  state({
    name: "sign-in",
    says: "The sign-in page.",
    prepare: async () => atSignIn,
    shows: (page) => page.getByRole("button", { name: "passkey" }),
  }),
  state({
    name: "sign-in-wrong-code",
    says: "Nora types a wrong code and is told so; any eight digits are wrong here.",
    prepare: async (world) => {
      await openOffice(world);
      return atSignIn;
    },
    steps: async (page) => {
      await page.getByLabel("Your email").fill(nora.email);
      await page.getByRole("button", { name: "Send me a code" }).click();
      await page.getByLabel("Code, 8 digits").fill("00000000");
    },
    shows: (page) => page.getByText("That code is wrong or too old.", { exact: false }),
  }),
  state({
    name: "sign-in-wrong-password",
    says: "Nora types a password that is not hers and is told so; any password is wrong here.",
    prepare: async (world) => {
      await openOffice(world);
      return atSignIn;
    },
    steps: async (page) => {
      await page.getByLabel("Your email").fill(nora.email);
      await page.getByRole("button", { name: "Use a password instead" }).click();
      await page.getByLabel("Password", { exact: true }).fill("not the right words");
      await page.keyboard.press("Enter");
    },
    shows: (page) => page.locator("[aria-invalid=true]"),
  }),
  state({
    name: "sign-up",
    says: "The sign-up page.",
    prepare: async () => atSignUp,
    shows: (page) => page.getByRole("button", { name: "passkey" }),
  }),
  state({
    name: "forgot-password",
    says: "The page that helps with a forgotten password.",
    prepare: nobody("/forgot-password"),
    shows: heading("Choose a new password"),
  }),
  state({
    name: "reset-password",
    says: "Nora has typed the code from the mail and is asked for a new password.",
    prepare: async (world) => {
      await openOffice(world);
      return { opens: "/forgot-password" };
    },
    steps: async (page, hands) => {
      await page.getByLabel("Your email").fill(nora.email);
      await page.getByRole("button", { name: "Send me a code" }).click();
      await page.getByLabel("Code, 8 digits").fill(await hands.code(nora.email));
    },
    shows: (page) => page.getByLabel("New password"),
  }),
  state({
    name: "link-problem",
    says: "A link from a mail that is too old.",
    prepare: nobody("/link-problem?code=otp_expired"),
    shows: heading("This link did not work"),
  }),
  state({
    name: "link-problem-signed-in",
    says: "One of two addresses is confirmed, and Nora is signed in.",
    prepare: async (world) => ({
      opens: "/link-problem?code=email_change.half_done",
      as: (await openOffice(world)).nora,
    }),
    shows: heading("1 of 2 addresses confirmed"),
  }),
  state({
    name: "welcome",
    says: "Ines is new: she is asked for two names.",
    prepare: async (world) => ({ opens: "/", as: await world.signIn(ines) }),
    shows: welcomeHeading,
  }),
  state({
    name: "mfa-two-apps",
    says: "Nora has two authenticator apps and is asked which one she has at hand.",
    prepare: async (world) => {
      const office = await openOffice(world);
      await office.nora.addAuthenticator("Phone");
      await office.nora.addAuthenticator("Tablet");
      return { opens: "/requests", as: await world.signIn(nora) };
    },
    shows: (page) => page.getByLabel("Which one do you have at hand?"),
  }),
  state({
    name: "mfa-wrong-code",
    says: "Nora types a wrong code of her authenticator app and is told so; any six digits are wrong here.",
    prepare: async (world) => {
      const office = await openOffice(world);
      await office.nora.addAuthenticator("Phone");
      return { opens: "/requests", as: await world.signIn(nora), authenticator: office.nora };
    },
    steps: async (page, hands) => {
      const right = await hands.authenticatorCode();
      await page.getByLabel("Code, 6 digits").fill(right === "000000" ? "111111" : "000000");
    },
    shows: (page) => page.getByText("That code is not the right one.", { exact: false }),
  }),
  state({
    name: "not-found",
    says: "An address that leads nowhere.",
    prepare: nobody("/nowhere"),
    shows: (page) => page.getByRole("heading", { level: 1 }),
  }),
];
