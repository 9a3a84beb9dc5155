/** The product's settings without its email templates, for platforms whose folder doesn't have their files. */
export function withoutEmailTemplates(settings: string): string {
  return settings.replace(/\[auth\.email\.\w+\.\w+\]\n(?:\w+ = .*\n)+/g, "");
}
