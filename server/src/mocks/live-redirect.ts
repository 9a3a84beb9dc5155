/**
 * Target of a recorded redirect in the current run. The site's URL comes from the request, because it contains values
 * that this browser generated, such as its flow id. Parameters that the platform added come from the tape.
 *
 * @param requested `redirect_to` of the request. Without it the platform redirects to the site.
 * @returns undefined for a redirect to any other URL.
 */
export function liveRedirect({
  taped,
  requested,
  siteUrl,
}: {
  taped: string;
  requested: string | null;
  siteUrl: string;
}): string | undefined {
  const from = URL.parse(taped);
  const to = URL.parse(requested ?? siteUrl);
  if (!from || to?.origin !== siteUrl || from.pathname !== to.pathname) return undefined;
  const known = new Set(to.searchParams.keys());
  for (const [name, value] of from.searchParams) if (!known.has(name)) to.searchParams.append(name, value);
  to.hash = from.hash;
  return to.href;
}
