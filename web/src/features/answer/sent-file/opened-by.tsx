import { useQuery } from "@tanstack/react-query";
import { fileOpeningsOptions } from "../../../data/files/file-openings.query.ts";
import { useNow } from "../../../lib/now.ts";
import { openingTexts } from "../../../steps/openings/opening-text.models.ts";

/** Members who opened a file of the recipient, inside a list of facts. */
export function OpenedBy({ fileId }: { fileId: string }) {
  const now = useNow();
  const { data: openings } = useQuery(fileOpeningsOptions({ fileId }));
  if (!openings) return null;
  return (
    <>
      <dt>Opened by</dt>
      {openings.length === 0 && <dd>Nobody yet</dd>}
      {Array.from(openingTexts(openings, { now }), (text, place) => (
        <dd key={place}>{text}</dd>
      ))}
    </>
  );
}
