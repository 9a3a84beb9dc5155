import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/start-flow.ts";

export interface SendMail {
  email: string;
  /** Where the link in the mail leads in the end; a path of our own. */
  next: string;
}

/**
 * Mails a code and a link, the same way to an address that has an account and to one that has none.
 *
 * @throws AppError
 */
export async function sendCode({ email, next }: SendMail): Promise<void> {
  await startFlow({ next }, (emailRedirectTo) =>
    platformClient().auth.signInWithOtp({ email, options: { emailRedirectTo, shouldCreateUser: true } }),
  );
}
