/** Somebody of the tapes. Everybody has one address and one name on all of them. */
export interface Who {
  email: string;
  name: string;
}

export const nora: Who = { email: "nora@okafor.example", name: "Nora Okafor" };
export const anna: Who = { email: "anna@lind.example", name: "Anna Lind" };
export const mats: Who = { email: "mats@lind.example", name: "Mats Lind" };
export const sofia: Who = { email: "sofia@brandt.example", name: "Sofia Brandt" };
export const joel: Who = { email: "joel@tamm.example", name: "Joel Tamm" };
/** Has never been here. */
export const ines: Who = { email: "ines@roy.example", name: "Ines Roy" };

/** Nora's. */
export const workspaceName = "Okafor & Lind";

/** What somebody types who has set one. */
export const password = "four quiet words here";
