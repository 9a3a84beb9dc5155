import { cookieBudget } from "@sheaf/contract/cookies";
import { useSession } from "../../lib/session.ts";
import { sizeWords } from "../../lib/sizes.ts";
import { Notice } from "../../ui/notice.tsx";

/** For development: says when this site's cookies weigh more than they should. Looks when the session changes. */
export function CookieBudget() {
  useSession();
  const bytes = document.cookie.length;
  if (bytes <= cookieBudget.warned) return null;
  return (
    <Notice tone="returned">
      The cookies of this site weigh {sizeWords(bytes)}; the budget is {sizeWords(cookieBudget.total)}.
    </Notice>
  );
}
