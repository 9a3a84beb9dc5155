import { validationFailed } from "../auth.errors.ts";

export interface Page {
  /** Counted from 1, as the caller says; 0 shows the first. */
  page: number;
  perPage: number;
}

const usualSize = 50;

/** @throws `validation_failed`. */
export function readPage(query: URLSearchParams): Page {
  const perPage = readCount(query.get("per_page"), usualSize);
  if (perPage === 0) throw badPage("per_page must be greater than 0");
  return { page: readCount(query.get("page"), 1), perPage };
}

function readCount(text: string | null, otherwise: number): number {
  if (!text) return otherwise;
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count)) throw badPage(`"${text}" is not a count`);
  return count;
}

function badPage(why: string) {
  return validationFailed(`Bad Pagination Parameters: ${why}`);
}

/**
 * Where the next and the last page are. Parameters in alphabetical order: the client takes the page to be what
 * follows the first "=" (auth-js `listUsers`).
 */
export function pageLinks(url: URL, { page, perPage }: Page, total: number): string {
  const last = Math.ceil(total / perPage);
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page", String(to));
    query.sort();
    return `<${url.pathname}?${query.toString()}>; rel="${rel}"`;
  };
  return [...(last > page ? [link(page + 1, "next")] : []), link(last, "last")].join(", ");
}
