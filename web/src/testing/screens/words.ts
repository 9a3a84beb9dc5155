import { describeError, type ErrorCode } from "@sheaf/contract/errors/describe-error";
import { screen } from "@testing-library/react";

/** What the person reads of an error, wherever and however often it stands. */
export async function findWords(code: ErrorCode): Promise<void> {
  const { what } = describeError(code);
  await screen.findAllByText((_content, element) => ownText(element).includes(what));
}

/** Text that stands in an element itself, and not in one within it. */
function ownText(element: Element | null): string {
  return [...(element?.childNodes ?? [])]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent)
    .join("");
}
