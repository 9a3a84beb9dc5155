import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";

export function Component() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <EmptyState
        level={1}
        title="Page not found"
        text="Check the address for typos, or go to the home page."
        action={
          <Link className={buttonClass({ variant: "primary" })} to={pages.landing.href()}>
            Go to the home page
          </Link>
        }
      />
    </>
  );
}
