import { pages } from "@sheaf/contract/pages";
import { useMutation } from "@tanstack/react-query";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/auth/start-flow.ts";
import { noteConfirmedHalf } from "./progress-note.ts";

/** Sends both emails again. Auth finds the change by the current address and discards earlier confirmations. */
async function resendEmailChange({ email }: { email: string }): Promise<void> {
  await startFlow({ next: pages.security.href(), type: "email_change" }, (emailRedirectTo) =>
    platformClient().auth.resend({ type: "email_change", email, options: { emailRedirectTo } }),
  );
  noteConfirmedHalf(undefined);
}

export function useResendEmailChange() {
  return useMutation({ mutationFn: resendEmailChange });
}
