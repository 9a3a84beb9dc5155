import { pages } from "@sheaf/contract/pages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/start-flow.ts";
import { authUserKeys } from "../auth-user/keys.ts";
import { noteConfirmedHalf } from "./progress-note.ts";
import { noteWantedAddress } from "./wanted-address.ts";

/** Asks both addresses, the present one and the new one; the change is made when both have agreed. */
async function changeEmail({ newEmail }: { newEmail: string }): Promise<void> {
  await startFlow({ next: pages.security.href(), type: "email_change" }, (emailRedirectTo) =>
    platformClient().auth.updateUser({ email: newEmail }, { emailRedirectTo }),
  );
  noteConfirmedHalf(undefined);
  noteWantedAddress(newEmail);
}

export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeEmail,
    onSuccess: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
