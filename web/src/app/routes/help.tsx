import { pages } from "@sheaf/contract/pages";
import { HelpScreen } from "../../features/help/help-screen.tsx";
import { Link } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

export function Component() {
  return (
    <>
      <PageTitle>Help</PageTitle>
      <HelpScreen
        links={
          <>
            <Link to={pages.trust.href()}>How your documents are protected</Link>
            <Link to={pages.accessibility.href()}>Accessibility</Link>
          </>
        }
      />
    </>
  );
}
