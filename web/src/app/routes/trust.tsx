import { pages } from "@sheaf/contract/pages";
import { TrustScreen } from "../../features/trust/trust-screen.tsx";
import { Link } from "../../lib/navigation.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { OpenLayout } from "../layouts/open-layout.tsx";

export function Component() {
  return (
    <OpenLayout>
      <PageTitle>How your documents are protected</PageTitle>
      <TrustScreen
        verifyLink={<Link to={pages.verify.href()}>Check it here</Link>}
        accessibilityLink={<Link to={pages.accessibility.href()}>Accessibility</Link>}
      />
    </OpenLayout>
  );
}
