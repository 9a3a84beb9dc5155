import { cookieBudget } from "@sheaf/contract/cookies";
import { useSession } from "../../lib/auth/session.ts";
import { formatSize } from "../../lib/format-size.ts";
import { Notice } from "../../ui/status/notice.tsx";

/** Development only: warns when this site's cookies are too large. Measured on each session change. */
export function CookieBudget() {
  useSession();
  const bytes = document.cookie.length;
  if (bytes <= cookieBudget.warned) return null;
  return (
    <Notice tone="returned">
      This site's cookies take up {formatSize(bytes)}; the budget is {formatSize(cookieBudget.total)}.
    </Notice>
  );
}
