/** A plan of reminders, as SQL. */
export const plan = `'{"before": [3], "every": 2, "undated": 5, "most": 4}'`;

/** The form of a token in an email's link; it belongs to none. */
export const emailToken = "A".repeat(43);
