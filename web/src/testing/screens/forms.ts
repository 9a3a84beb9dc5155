import { screen } from "@testing-library/react";
import type { userEvent } from "@testing-library/user-event";
import { readyButton } from "../ready-button.ts";

type User = ReturnType<typeof userEvent.setup>;

/** A form with the steps to fill it in and submit it. */
export interface Form {
  name: string;
  /** Tape on which the form is submitted once. */
  tape: string;
  /** Path of the form, unless the tape starts there. */
  path?: string;
  /** Opens the form and fills it in. */
  fill: (user: User) => Promise<void>;
  send: (user: User) => Promise<void>;
  /** Expected field values by label. */
  typed: Record<string, string>;
  /** Finds the result of a submission; undefined if the tape ends before. */
  sent?: () => Promise<unknown>;
}

const type = async (user: User, label: string, value: string) =>
  user.type(await screen.findByLabelText(label), value);
const press = async (user: User, name: string) => user.click(await screen.findByRole("button", { name }));

const email = "nora@okafor.example";

/** Requests a code and enters one. A tape accepts any code. */
async function typeCode(user: User): Promise<void> {
  await type(user, "Your email", email);
  await press(user, "Send me a code");
  await type(user, "Code, 8 digits", "12345678");
}

const askForCode = {
  fill: (user: User) => type(user, "Your email", email),
  send: (user: User) => press(user, "Send me a code"),
  typed: { "Your email": email },
  sent: () => screen.findByLabelText("Code, 8 digits"),
};

export const forms: readonly Form[] = [
  { name: "signing in", tape: "sign-in-by-code", ...askForCode },
  { name: "signing up", tape: "sign-up-by-code", ...askForCode },
  { name: "asking for a new password", tape: "recovery-by-code", ...askForCode },
  { name: "signing in at a link", tape: "request-answered", ...askForCode },
  {
    name: "signing in with a password",
    tape: "sign-in-with-password",
    fill: async (user) => {
      await type(user, "Your email", email);
      await press(user, "Use a password instead");
      await type(user, "Password", "four words of hers");
    },
    send: (user) => press(user, "Sign in"),
    typed: { "Your email": email, Password: "four words of hers" },
    sent: () => screen.findByRole("heading", { name: "Requests" }),
  },
  {
    name: "choosing a new password",
    tape: "recovery-by-code",
    fill: async (user) => {
      await typeCode(user);
      await type(user, "New password", "four other words of hers");
    },
    send: (user) => press(user, "Set password"),
    typed: { "New password": "four other words of hers" },
    sent: () => screen.findByText("Your new password is set"),
  },
  {
    name: "naming a workspace",
    tape: "sign-up-by-code",
    fill: async (user) => {
      await typeCode(user);
      await type(user, "Your name", "Ines Roy");
      await type(user, "Workspace name", "Roy & Co");
    },
    send: (user) => press(user, "Create workspace"),
    typed: { "Your name": "Ines Roy", "Workspace name": "Roy & Co" },
    sent: () => screen.findByText("No open requests"),
  },
  {
    name: "a new request",
    tape: "request-sent",
    fill: async (user) => {
      await type(user, "Title", "Tax return 2026");
      await type(user, "Recipients", "anna@lind.example{Enter}");
      // At once: a draft saves itself two seconds after a change, and typing takes longer where the cores are busy.
      await user.click(screen.getByLabelText("Add an item"));
      await user.paste("Payslips\nBank statement\nProof of address");
    },
    send: (user) => press(user, "Send request"),
    typed: { Title: "Tax return 2026" },
    sent: () => screen.findByText("Request sent. We’re emailing the link."),
  },
  {
    name: "the name in the profile",
    tape: "profile-changed",
    fill: async (user) => {
      await user.clear(await screen.findByRole("textbox", { name: "Name" }));
      await type(user, "Name", "Nora Lind");
    },
    send: (user) => press(user, "Save"),
    typed: { Name: "Nora Lind" },
    sent: () => screen.findByText("Your name has been saved."),
  },
  {
    name: "a password in the settings",
    tape: "password-set",
    fill: async (user) => {
      await press(user, "Set or change password");
      await type(user, "New password", "four other words of hers");
    },
    send: (user) => press(user, "Set password"),
    typed: { "New password": "four other words of hers" },
    sent: () => screen.findByText(/Your password has been set/),
  },
  {
    name: "a confirmation by emailed code",
    tape: "password-confirmed",
    fill: async (user) => {
      await press(user, "Set or change password");
      await type(user, "New password", "four other words of hers");
      await press(user, "Set password");
      // The last digit submits the form.
      await type(user, "Code, 8 digits", "1234567");
    },
    send: async (user) => {
      const code = await screen.findByLabelText("Code, 8 digits");
      if (code instanceof HTMLInputElement && code.value.length === 8) await press(user, "Continue");
      else await user.type(code, "8");
    },
    typed: { "New password": "four other words of hers", "Code, 8 digits": "12345678" },
    sent: () => screen.findByText(/Your password has been set/),
  },
  {
    name: "an authenticator app",
    tape: "second-factor-set-up",
    fill: async (user) => {
      await press(user, "Set up an authenticator app");
      await user.clear(await screen.findByLabelText("Name"));
      await type(user, "Name", "Phone");
    },
    send: (user) => press(user, "Continue"),
    typed: { Name: "Phone" },
    sent: () => screen.findByLabelText(/enter the 6-digit code/),
  },
  {
    name: "a second factor",
    tape: "second-factor-required",
    fill: async (user) => {
      await typeCode(user);
      // The last digit submits the form.
      await type(user, "Code, 6 digits", "12345");
    },
    send: async (user) => {
      const code = await screen.findByLabelText("Code, 6 digits");
      if (code instanceof HTMLInputElement && code.value.length === 6) await press(user, "Continue");
      else await user.type(code, "6");
    },
    typed: { "Code, 6 digits": "123456" },
    sent: () => screen.findByRole("heading", { name: "Requests" }),
  },
  {
    name: "a link on another device",
    tape: "sign-in-by-link-elsewhere",
    path: `/signed-in-as#token_hash=${"0".repeat(56)}&type=magiclink`,
    fill: async () => void (await readyButton("Sign in")),
    send: (user) => press(user, screen.queryByRole("button", { name: "Sign in" }) ? "Sign in" : "Try again"),
    typed: {},
    sent: () => screen.findByText("You’re signed in"),
  },
  {
    name: "returning an item",
    tape: "request-reviewed",
    fill: async (user) => {
      await press(user, "Return Bank statement");
      await type(user, "Why are you returning “Bank statement”?", "Page 2 is cut off.");
    },
    send: (user) => press(user, "Return with this reason"),
    typed: { "Why are you returning “Bank statement”?": "Page 2 is cut off." },
    sent: () => screen.findByText("Bank statement returned"),
  },
  {
    name: "accepting an item",
    tape: "request-reviewed",
    fill: async () => void (await screen.findByRole("button", { name: "Accept Tax number" })),
    send: (user) => press(user, "Accept Tax number"),
    typed: {},
    sent: () => screen.findByText("Tax number accepted"),
  },
  {
    name: "keeping a draft",
    tape: "request-draft",
    fill: (user) => type(user, "Title", ", with the cellar"),
    send: (user) => press(user, "Save as draft"),
    typed: { Title: "Rental contract, second floor, with the cellar" },
  },
  {
    name: "a written answer",
    tape: "checklist-partly",
    fill: (user) => type(user, "Your answer to Tax number", "12 345 678 901"),
    send: (user) => press(user, "Send answer to Tax number"),
    typed: { "Your answer to Tax number": "12 345 678 901" },
  },
];
