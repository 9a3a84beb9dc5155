import type { Upload } from "../../../data/uploads/upload.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { phaseText, phaseValue } from "../../../steps/uploads/upload-text.models.ts";

/** One line for all files that are being sent for an item: "scan.pdf", "62%, 8 s left"; "3 files", "40%". */
export function rowProgress(sending: readonly Upload[]): {
  name: string;
  text: string;
  value: number | undefined;
} {
  const [first] = sending;
  if (first && sending.length === 1) {
    return { name: first.name, text: phaseText(first.phase), value: phaseValue(first.phase) };
  }
  const sent = sending.reduce((sum, { phase, size }) => sum + (phaseValue(phase) ?? 0) * size, 0);
  const total = sending.reduce((sum, { size }) => sum + size, 0);
  const value = sent / total;
  return { name: formatCount(sending.length, "file"), text: `${Math.floor(value * 100)}%`, value };
}
