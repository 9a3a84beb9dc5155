/**
 * Where a taped redirect leads today. The way back to the site holds what this browser made up when it set out, such as
 * the id of its flow, so it is taken from the request; what the platform put behind it comes from the tape.
 *
 * @param asked `redirect_to` of the request; without one the platform leads to the site itself.
 * @returns undefined for a redirect that leads anywhere else.
 */
export function liveRedirect({
  taped,
  asked,
  siteUrl,
}: {
  taped: string;
  asked: string | null;
  siteUrl: string;
}): string | undefined {
  const from = URL.parse(taped);
  const to = URL.parse(asked ?? siteUrl);
  if (!from || to?.origin !== siteUrl || from.pathname !== to.pathname) return undefined;
  const known = new Set(to.searchParams.keys());
  for (const [name, value] of from.searchParams) if (!known.has(name)) to.searchParams.append(name, value);
  to.hash = from.hash;
  return to.href;
}
