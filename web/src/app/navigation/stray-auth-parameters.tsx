import { sidecarPaths } from "@sheaf/contract/sidecar";
import { useEffect } from "react";

/** Where a page must never treat these as its own: they belong to a return from the platform. */
const marks = ["code", "error_code"];

/**
 * A platform that does not know our callback's address sends people to the site's root instead. What they bring
 * there goes on to the callback, which alone may use it.
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
