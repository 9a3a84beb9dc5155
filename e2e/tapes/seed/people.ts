import type { Contact } from "../../seed/contact.ts";

/** People on the tapes: the same address and name on every one. */
export const nora: Contact = { email: "nora@okafor.example", name: "Nora Okafor" };
export const anna: Contact = { email: "anna@lind.example", name: "Anna Lind" };
export const mats: Contact = { email: "mats@lind.example", name: "Mats Lind" };
export const sofia: Contact = { email: "sofia@brandt.example", name: "Sofia Brandt" };
export const joel: Contact = { email: "joel@tamm.example", name: "Joel Tamm" };
/** Nora's colleague. */
export const idris: Contact = { email: "idris@lind.example", name: "Idris Lind" };
/** Has no account yet. */
export const ines: Contact = { email: "ines@roy.example", name: "Ines Roy" };

/** Nora's workspace. */
export const workspaceName = "Okafor & Lind";

/** Password of everyone who has set one. */
export const password = "four quiet words here";
