import { Verbatim } from "./verbatim.tsx";

/** A file's name that breaks after a hyphen, a dot or an underscore rather than within a word. */
export function Breakable({ text }: { text: string }) {
  return (
    <Verbatim>
      {Array.from(text.split(/(?<=[-._])/u), (part, place) => (
        <span key={place}>
          {part}
          <wbr />
        </span>
      ))}
    </Verbatim>
  );
}
