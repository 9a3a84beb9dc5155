/** Languages that emails are written in. */
export type Language = "en";
