/** Time for the browser to start the download before the blob URL is revoked. Milliseconds. */
const revokeDelayMs = 60_000;

/** Starts a browser download of `content` as `name`. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
