/** Languages that emails are written in. */
export type Language = "en";

/** The direction that each is read in. */
export const directions: Readonly<Record<Language, "ltr" | "rtl">> = { en: "ltr" };
