/** Deletes all cookies that page scripts can write. */
export function clearCookies(): void {
  for (const pair of document.cookie.split("; ")) {
    const [name] = pair.split("=");
    if (name) document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
}
