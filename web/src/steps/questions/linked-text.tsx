import { toTextParts } from "./linked-text.models.ts";

/** Somebody's text, with line breaks and links as they wrote them. */
export function LinkedText({ text }: { text: string }) {
  return toTextParts(text).map(({ at, text: part, href }) =>
    href === undefined ? (
      part
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );
}
