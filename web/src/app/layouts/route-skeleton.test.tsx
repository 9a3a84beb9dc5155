import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RouteSkeleton } from "./route-skeleton.tsx";

test.each([
  ["/requests", "Loading requests"],
  ["/requests/new", "Loading draft"],
  ["/requests/many", "Loading people"],
  ["/requests/many/b1", "Loading people"],
  ["/requests/r1/edit", "Loading draft"],
  ["/requests/r1", "Loading the request"],
  ["/inbox/r1", "Loading the checklist"],
  ["/settings/profile", "Loading settings"],
  ["/settings/security", "Loading settings"],
  ["/settings/email", "Loading settings"],
  ["/settings/workspace/members", "Loading settings"],
  ["/inbox", "Loading requests"],
])("the page %s shows its shape while its code loads", (pathname, text) => {
  render(<RouteSkeleton pathname={pathname} />);
  expect(screen.getByText(text)).toBeTruthy();
});
