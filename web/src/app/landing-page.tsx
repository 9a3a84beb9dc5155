import { Landing } from "../features/landing/landing.tsx";
import { PageTitle } from "../ui/layout/page-title.tsx";

/** The start page for signed-out visitors. */
export function LandingPage() {
  return (
    <>
      <PageTitle>Sheaf</PageTitle>
      <Landing />
    </>
  );
}
