import { toTextParts } from "./linked-text.models.ts";

/** A text that a user wrote, with its line breaks and links. */
export function LinkedText({ text }: { text: string }) {
  return toTextParts(text).map(({ at, text: part, href }) =>
    href === undefined ? (
      part
    ) : (
      <a key={at} dir="ltr" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );
}
