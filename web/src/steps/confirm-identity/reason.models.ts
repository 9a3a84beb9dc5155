import type { ProofAct } from "@sheaf/contract/proof-acts";

const before: Record<ProofAct, string> = {
  password: "we set your password",
  email: "we change your email",
  factors: "we change your authenticator apps",
  passkeys: "we change your passkeys",
  identities: "we remove a linked account",
  backup_codes: "we create new backup codes",
  sessions: "we sign out other devices",
  delete_account: "we delete your account",
  delete_workspace: "we delete the workspace",
  second_factor_requirement: "we change who needs two-factor authentication",
  roles: "we change a member’s role",
  retention: "we change how long files are stored",
  delete_requests: "we delete the request",
  links: "we replace the link",
};

/** Reason for the identity check. Every change needs a new code from the app, however recent the last one is. */
export function reasonFor(act: ProofAct, { hasApp }: { hasApp: boolean }): string {
  const reason = `Before ${before[act]}, confirm that it’s you.`;
  return hasApp ? reason : `You signed in a while ago. ${reason}`;
}
