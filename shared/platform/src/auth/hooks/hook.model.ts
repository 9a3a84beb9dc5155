/** Names of hooks in the settings, and in the events that they get. */
export const hookNames = {
  before_user_created: "before-user-created",
  mfa_verification_attempt: "mfa-verification",
  password_verification_attempt: "password-verification",
} as const;

export type HookName = keyof typeof hookNames;

/** A function in the database, called as the service's own role. */
export interface Hook {
  /** As in the settings, for error messages. */
  uri: string;
  schema: string;
  name: string;
}

/** GoTrue's pattern for both names, so that they can stand in a statement. */
const pattern = /^pg-functions:\/\/[^/]+\/([a-zA-Z_][a-zA-Z0-9_]{0,62})\/([a-zA-Z_][a-zA-Z0-9_]{0,62})\/?$/;

/** The function that a setting names; undefined if it isn't one. */
export function hookAt(uri: string): Hook | undefined {
  const [, schema, name] = pattern.exec(uri) ?? [];
  return schema === undefined || name === undefined ? undefined : { uri, schema, name };
}
