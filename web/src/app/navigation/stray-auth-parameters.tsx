import { sidecarPaths } from "@sheaf/contract/sidecar";
import { useEffect } from "react";

/** Query parameters of a redirect from the platform; pages must not treat them as their own. */
const marks = ["code", "error_code"];

/**
 * A platform without our callback URL in its configuration redirects to the site's root instead. Forwards the
 * parameters to the callback, the only place that may use them.
 */
export function StrayAuthParameters() {
  useEffect(() => {
    const { pathname, search } = location;
    const parameters = new URLSearchParams(search);
    if (pathname === "/" && marks.some((mark) => parameters.has(mark))) {
      location.replace(sidecarPaths.callback + search);
    }
  }, []);
  return null;
}
