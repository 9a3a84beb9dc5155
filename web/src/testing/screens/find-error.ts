import { describeError, type ErrorCode } from "@sheaf/contract/errors/describe-error";
import { screen } from "@testing-library/react";

/** Waits until the error's message is shown, anywhere and any number of times. */
export async function findErrorText(code: ErrorCode): Promise<void> {
  const { what } = describeError(code);
  await screen.findAllByText((_content, element) => ownText(element).includes(what));
}

/** Text of the element itself, without its children. */
function ownText(element: Element | null): string {
  return [...(element?.childNodes ?? [])]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent)
    .join("");
}
