import { VerifyScreen } from "../../features/verify/verify-screen.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { OpenLayout } from "../layouts/open-layout.tsx";

export function Component() {
  return (
    <OpenLayout>
      <PageTitle>Check a receipt</PageTitle>
      <VerifyScreen />
    </OpenLayout>
  );
}
