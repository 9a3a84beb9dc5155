import { queryOptions } from "@tanstack/react-query";
import { fetchSignInSettings } from "./fetch-sign-in-settings.ts";

/** The ways in that this site has; they change with a deployment, not while a page is open. */
export function signInSettingsOptions() {
  return queryOptions({
    queryKey: ["sign-in-settings"],
    queryFn: ({ signal }) => fetchSignInSettings({ signal }),
    staleTime: Infinity,
  });
}
