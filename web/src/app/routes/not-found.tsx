import { pages } from "@sheaf/contract/pages";
import { Link } from "react-router-dom";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

export function Component() {
  return (
    <>
      <PageTitle>Nothing here</PageTitle>
      <EmptyState
        level={1}
        title="There is nothing at this address"
        text="Check the link for a missing part, or start from the front page."
        action={
          <Link className={buttonClass({ variant: "primary" })} to={pages.landing.href()}>
            To the front page
          </Link>
        }
      />
    </>
  );
}
