import { Verbatim } from "./verbatim.tsx";

/** An email address or a name; a long address breaks before its @ rather than within a word. */
export function AddressText({ text }: { text: string }) {
  const at = text.lastIndexOf("@");
  if (at <= 0) return <Verbatim>{text}</Verbatim>;
  return (
    <Verbatim>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </Verbatim>
  );
}
