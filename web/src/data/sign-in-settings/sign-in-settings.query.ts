import { queryOptions } from "@tanstack/react-query";
import { fetchSignInSettings } from "./fetch-sign-in-settings.ts";

/** Enabled sign-in methods. They change only with a deployment, so they never go stale while a page is open. */
export function signInSettingsOptions() {
  return queryOptions({
    queryKey: ["sign-in-settings"],
    queryFn: ({ signal }) => fetchSignInSettings({ signal }),
    staleTime: Infinity,
  });
}
