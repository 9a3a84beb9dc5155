/** The blocks of Unicode for scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and others. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** True if some letters of the text run from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);
