/** The code in a sign-in mail; the platform's configuration holds the same figures. */
export const signInCode = {
  /** Digits. */
  length: 8,
  /** Minutes. */
  lifetime: 15,
  /** Seconds before another mail may be asked for. */
  pause: 60,
} as const;
