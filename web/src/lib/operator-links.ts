import { type OperatorPage, operatorPages, pageConfigNames } from "@sheaf/contract/sidecar";

/** The operator's pages that this deployment names. Apart from the page's other configuration, which the start page does without. */
export function operatorLinks(page: Document): { to: OperatorPage; url: string }[] {
  return operatorPages.flatMap((to) => {
    const url = page.querySelector<HTMLMetaElement>(`meta[name="${pageConfigNames[`${to}Url`]}"]`)?.content;
    return url ? [{ to, url }] : [];
  });
}
