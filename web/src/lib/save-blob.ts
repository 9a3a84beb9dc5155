/** How long a browser may take to begin saving before the bytes are let go. Milliseconds. */
const grace = 60_000;

/** Hands bytes to the browser to be saved under `name`. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), grace);
}
