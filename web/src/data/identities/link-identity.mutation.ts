import { pages } from "@sheaf/contract/pages";
import type { ProviderId } from "@sheaf/contract/providers";
import { useMutation } from "@tanstack/react-query";
import { AppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/start-flow.ts";

/**
 * Leaves for the provider, which sends the person back to the security page.
 *
 * @throws AppError, and then the page stays.
 */
async function linkIdentity({ provider }: { provider: ProviderId }): Promise<void> {
  const { data } = await startFlow({ next: pages.security.href(), type: "link" }, (redirectTo) =>
    platformClient().auth.linkIdentity({ provider, options: { redirectTo, skipBrowserRedirect: true } }),
  );
  if (!data.url) throw new AppError("unexpected_failure");
  location.assign(data.url);
}

/** Going well, it leaves the page, so there is nothing to read again. */
export function useLinkIdentity() {
  return useMutation({ mutationFn: linkIdentity });
}
