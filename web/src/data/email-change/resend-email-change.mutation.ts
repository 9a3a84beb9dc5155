import { pages } from "@sheaf/contract/pages";
import { useMutation } from "@tanstack/react-query";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/start-flow.ts";
import { noteConfirmedHalf } from "./progress-note.ts";

/** Both mails once more; the change is looked up by the present address, and what one side agreed to starts over. */
async function resendEmailChange({ email }: { email: string }): Promise<void> {
  await startFlow({ next: pages.security.href(), type: "email_change" }, (emailRedirectTo) =>
    platformClient().auth.resend({ type: "email_change", email, options: { emailRedirectTo } }),
  );
  noteConfirmedHalf(undefined);
}

export function useResendEmailChange() {
  return useMutation({ mutationFn: resendEmailChange });
}
