import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AvatarGroup } from "./avatar.tsx";

afterEach(cleanup);

test("two people with the same name get two avatars, and the fourth person is counted", () => {
  const { container } = render(<AvatarGroup names={["Anna Lind", "Anna Lind", "Mats Lind", "Joel Tamm"]} />);
  const initials = [...container.querySelectorAll("[data-initials]")].map((avatar) =>
    avatar.getAttribute("data-initials"),
  );
  expect(initials).toEqual(["AL", "AL", "ML", "+1"]);
});
