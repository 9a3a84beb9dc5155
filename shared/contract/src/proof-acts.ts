/** Acts that need a fresh proof of identity. The database lists the same names. */
export const proofActs = [
  "password",
  "email",
  "factors",
  "passkeys",
  "identities",
  "backup_codes",
  "sessions",
  "delete_account",
  "delete_workspace",
  "second_factor_requirement",
  "roles",
  "retention",
  "delete_requests",
  "links",
] as const;

export type ProofAct = (typeof proofActs)[number];
