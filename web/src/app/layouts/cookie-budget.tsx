import { cookieBudget } from "@sheaf/contract/cookies";
import { useSession } from "../../lib/auth/session.ts";
import { formatSize } from "../../lib/format-size.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Notice } from "../../ui/status/notice.tsx";

/** Development only: warns when this site's cookies are too large. Measured on each session change. */
export function CookieBudget() {
  useSession();
  // Vite prerenders the list of requests in Node, which has no cookies.
  const bytes = useHydrated() ? document.cookie.length : 0;
  if (bytes <= cookieBudget.warned) return null;
  return (
    <Notice tone="returned">
      This site’s cookies take up {formatSize(bytes)}; the budget is {formatSize(cookieBudget.total)}.
    </Notice>
  );
}
