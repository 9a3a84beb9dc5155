const reference = /(?:from|import)\s*"(\/[^"]+)"|<script[^>]*\ssrc="(\/[^"]+)"/g;

/** Requests a page of a development server and, like a browser, every module that it imports statically. */
export async function loadPage(address: string): Promise<void> {
  const seen = new Set<string>();
  const load = async (path: string, accept: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const response = await fetch(new URL(path, address), { headers: { accept } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const text = await response.text();
    await Promise.all(
      [...text.matchAll(reference)].map(([, module, script]) => load(module ?? script ?? "", "*/*")),
    );
  };
  await load(new URL(address).pathname, "text/html");
}
