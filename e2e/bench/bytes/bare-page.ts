import type { Page } from "@playwright/test";
import type { ObjectUpload } from "./object-upload.ts";

/** Bytes of each part but the last; hosted Storage accepts no other. */
export const partBytes = 6 * 1024 * 1024;

/** Gives the page a file, as choosing it would. */
export async function givePageFile(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.type = "file";
    field.id = "bare";
    field.hidden = true;
    document.body.append(field);
  });
  await page.setInputFiles("#bare", path);
}

/** The least that any page can do: the browser sends the file in one request, and nothing reads it. @returns seconds. */
export async function sendWhole(page: Page, { url, headers }: ObjectUpload): Promise<number> {
  return page.evaluate(
    async ({ url, headers }) => {
      const [file] = document.querySelector<HTMLInputElement>("#bare")?.files ?? [];
      const startedAt = performance.now();
      const response = await fetch(url, { method: "POST", headers, body: file ?? null });
      if (!response.ok) throw new Error(`Refused: ${response.status}`);
      await response.text();
      return (performance.now() - startedAt) / 1000;
    },
    { url, headers },
  );
}

/** The same in parts, by the resumable protocol and nothing else. @returns seconds. */
export async function sendParts(page: Page, { resumable, size }: ObjectUpload): Promise<number> {
  return page.evaluate(
    async ({ url, headers, metadata, size, partBytes }) => {
      const [file] = document.querySelector<HTMLInputElement>("#bare")?.files ?? [];
      const startedAt = performance.now();
      const created = await fetch(url, {
        method: "POST",
        headers: { ...headers, "upload-length": String(size), "upload-metadata": metadata },
      });
      const address = created.headers.get("location");
      if (!file || address === null) throw new Error(`No upload was created: ${created.status}`);
      for (let start = 0; start < size; start += partBytes) {
        const response = await fetch(address, {
          method: "PATCH",
          headers: {
            ...headers,
            "content-type": "application/offset+octet-stream",
            "upload-offset": String(start),
          },
          body: file.slice(start, start + partBytes),
        });
        if (!response.ok) throw new Error(`Refused: ${response.status}`);
      }
      return (performance.now() - startedAt) / 1000;
    },
    { ...resumable, size, partBytes },
  );
}
