import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";

const text = {
  what: "You’re not a member of this workspace.",
  next: "You may have been removed from it, or the address is wrong.",
};

/** For an address that names a workspace of others. */
export function NotAMember() {
  return (
    <ErrorState
      level={1}
      error={text}
      action={
        <Link className={buttonClass()} to={pages.requests.href()}>
          Go to your requests
        </Link>
      }
    />
  );
}
