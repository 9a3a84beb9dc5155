import { pages } from "@sheaf/contract/pages";
import type { ProviderId } from "@sheaf/contract/providers";
import { useMutation } from "@tanstack/react-query";
import { AppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/auth/start-flow.ts";

/**
 * Redirects to the provider, which returns to the security page.
 *
 * @throws AppError if the redirect could not start.
 */
async function linkIdentity({ provider }: { provider: ProviderId }): Promise<void> {
  const { data } = await startFlow({ next: pages.security.href(), type: "link" }, (redirectTo) =>
    platformClient().auth.linkIdentity({ provider, options: { redirectTo, skipBrowserRedirect: true } }),
  );
  if (!data.url) throw new AppError("unexpected_failure");
  location.assign(data.url);
}

/** Success leaves the page, so no query needs invalidating. */
export function useLinkIdentity() {
  return useMutation({ mutationFn: linkIdentity });
}
