import { pages } from "@sheaf/contract/pages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/auth/start-flow.ts";
import { authUserKeys } from "../auth-user/keys.ts";
import { noteConfirmedHalf } from "./progress-note.ts";
import { savePendingAddress } from "./pending-address.ts";

/** Emails both the current and the new address; the change takes effect when both have confirmed. */
async function changeEmail({ newEmail }: { newEmail: string }): Promise<void> {
  await startFlow({ next: pages.security.href(), type: "email_change" }, (emailRedirectTo) =>
    platformClient().auth.updateUser({ email: newEmail }, { emailRedirectTo }),
  );
  noteConfirmedHalf(undefined);
  savePendingAddress(newEmail);
}

export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeEmail,
    onSuccess: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
