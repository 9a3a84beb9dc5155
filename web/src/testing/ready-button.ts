import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Finds a button that ignores presses when it appears, once it takes them. */
export function readyButton(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });
}
