import { isPreviewable, type PreviewableMime, sniffLength, sniffType } from "@sheaf/contract/file-type";

/** What may be done with a file's bytes on this page. Only what the bytes themselves prove is ever shown. */
export type Preview = { kind: "image" | "pdf"; content: Blob } | { kind: "none" };

/** Re-types a file from its first bytes: neither its name nor the type it came with has a say in what the browser does. */
export async function toPreview(content: Blob): Promise<Preview> {
  const head = new Uint8Array(await content.slice(0, sniffLength).arrayBuffer());
  const mime = sniffType(head);
  if (!isPreviewable(mime)) return { kind: "none" };
  return { kind: kindOf(mime), content: content.slice(0, content.size, mime) };
}

function kindOf(mime: PreviewableMime): "image" | "pdf" {
  return mime === "application/pdf" ? "pdf" : "image";
}
