import { isPreviewable, type PreviewableMime, sniffLength, sniffType } from "@sheaf/contract/file-type";

/** The preview of a file, decided by its bytes alone. */
export type Preview = { kind: "image" | "pdf"; content: Blob } | { kind: "none" };

/** Sets a file's type from its first bytes and ignores its name and declared type, which an attacker can choose. */
export async function toPreview(content: Blob): Promise<Preview> {
  const head = new Uint8Array(await content.slice(0, sniffLength).arrayBuffer());
  const mime = sniffType(head);
  if (!isPreviewable(mime)) return { kind: "none" };
  return { kind: kindOf(mime), content: content.slice(0, content.size, mime) };
}

function kindOf(mime: PreviewableMime): "image" | "pdf" {
  return mime === "application/pdf" ? "pdf" : "image";
}
