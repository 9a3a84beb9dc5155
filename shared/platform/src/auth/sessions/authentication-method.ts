/** The method that started a session: `method` of an entry in the token's `amr`. */
export type AuthenticationMethod =
  | "password"
  | "otp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change"
  | "oauth"
  | "passkey"
  | "totp";
