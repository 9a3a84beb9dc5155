import { AccessibilityScreen } from "../../features/accessibility/accessibility-screen.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { OpenLayout } from "../layouts/open-layout.tsx";

export function Component() {
  return (
    <OpenLayout>
      <PageTitle>Accessibility</PageTitle>
      <AccessibilityScreen />
    </OpenLayout>
  );
}
