/** The code in sign-in emails; the platform's configuration has the same values. */
export const signInCode = {
  /** Digits. */
  length: 8,
  /** Minutes. */
  lifetime: 15,
  /** Seconds before another email may be requested. */
  pause: 60,
} as const;
