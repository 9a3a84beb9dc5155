import { enterEmailedCode, requestEmail } from "../user-inputs/email-steps.ts";
import type { Page } from "@playwright/test";
import { requestsHeading, welcomeHeading } from "../../fixtures/sign-in.ts";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { atSignIn, atSignUp } from "../seed/auth-pages.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { ines, nora } from "../seed/people.ts";
import { sendToAnna } from "../seed/scenes.ts";

const signedOut = (startPath: string) => async () => ({ startPath });
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name });

/** Sign-in and sign-up pages, and problems on the way. */
export const entryStates: readonly Flow[] = [
  state({
    name: "landing",
    description: "The home page, signed out.",
    prepare: signedOut("/"),
    shows: heading(/Ask once/),
  }),
  state({
    name: "landing-signed-in",
    description: "Nora opens the home page and is redirected to her requests.",
    prepare: async (seed) => ({ startPath: "/", as: (await sendToAnna(seed)).nora }),
    shows: requestsHeading,
  }),
  state({
    name: "landing-recipient",
    description:
      "Anna, a recipient only, opens the home page and is redirected to what was requested from her.",
    device: "phone",
    prepare: async (seed) => ({ startPath: "/", as: (await sendToAnna(seed)).anna }),
    shows: (page) => page.getByText("Tax return 2026").first(),
  }),
  state({
    name: "sign-in",
    description: "The sign-in page.",
    prepare: async () => atSignIn,
    shows: (page) => page.getByRole("button", { name: "passkey" }),
  }),
  state({
    name: "sign-in-wrong-code",
    description: "Nora enters an incorrect code. Any eight digits are incorrect here.",
    prepare: async (seed) => {
      await createRequesterWorkspace(seed);
      return atSignIn;
    },
    steps: async (page) => {
      await requestEmail(page, nora.email);
      await page.getByLabel("Code, 8 digits").fill("00000000");
    },
    shows: (page) => page.getByText("That code is wrong or no longer valid.", { exact: false }),
  }),
  state({
    name: "sign-in-wrong-password",
    description: "Nora enters an incorrect password. Any password is incorrect here.",
    prepare: async (seed) => {
      await createRequesterWorkspace(seed);
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
    description: "The sign-up page.",
    prepare: async () => atSignUp,
    shows: (page) => page.getByLabel("Your email"),
  }),
  state({
    name: "forgot-password",
    description: "The page for a forgotten password.",
    prepare: signedOut("/forgot-password"),
    shows: heading("Choose a new password"),
  }),
  state({
    name: "reset-password",
    description: "Nora has entered the emailed code and is asked for a new password.",
    prepare: async (seed) => {
      await createRequesterWorkspace(seed);
      return { startPath: "/forgot-password" };
    },
    steps: async (page, inputs) => {
      await enterEmailedCode(page, inputs, nora.email);
    },
    shows: (page) => page.getByLabel("New password"),
  }),
  state({
    name: "link-problem",
    description: "An expired link from an email.",
    prepare: signedOut("/link-problem?code=otp_expired"),
    shows: heading("This link didn’t work"),
  }),
  state({
    name: "link-problem-signed-in",
    description: "Nora is signed in and has confirmed one of two email addresses.",
    prepare: async (seed) => ({
      startPath: "/link-problem?code=email_change.half_done",
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: heading("1 of 2 addresses confirmed"),
  }),
  state({
    name: "welcome",
    description: "Ines is new and is asked for her name and her workspace's name.",
    prepare: async (seed) => ({ startPath: "/", as: await seed.signIn(ines) }),
    shows: welcomeHeading,
  }),
  state({
    name: "mfa-two-apps",
    description: "Nora has two authenticator apps and is asked which one to use.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      await workspace.nora.addAuthenticator("Phone");
      await workspace.nora.addAuthenticator("Tablet");
      return { startPath: "/requests", as: await seed.signIn(nora) };
    },
    shows: (page) => page.getByLabel("Which app do you have with you?"),
  }),
  state({
    name: "mfa-wrong-code",
    description:
      "Nora enters an incorrect code from her authenticator app. Any six digits are incorrect here.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      await workspace.nora.addAuthenticator("Phone");
      return { startPath: "/requests", as: await seed.signIn(nora), authenticator: workspace.nora };
    },
    steps: async (page, inputs) => {
      const right = await inputs.authenticatorCode();
      await page.getByLabel("Code, 6 digits").fill(right === "000000" ? "111111" : "000000");
    },
    shows: (page) => page.getByText("That code isn’t correct.", { exact: false }),
  }),
  state({
    name: "not-found",
    description: "An address without a page.",
    prepare: signedOut("/nowhere"),
    shows: (page) => page.getByRole("heading", { level: 1 }),
  }),
];
