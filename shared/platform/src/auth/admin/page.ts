import { validationFailed } from "../auth.errors.ts";

export interface Page {
  /** 1-based; 0 also means the first page. */
  page: number;
  perPage: number;
}

const defaultPageSize = 50;

/** @throws `validation_failed`. */
export function readPage(query: URLSearchParams): Page {
  const perPage = readCount(query.get("per_page"), defaultPageSize);
  if (perPage === 0) throw badPage("per_page must be greater than 0");
  return { page: readCount(query.get("page"), 1), perPage };
}

function readCount(text: string | null, otherwise: number): number {
  if (!text) return otherwise;
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw badPage(`strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why(text)}`);
  return count;
}

function why(text: string): string {
  return /^\d+$/.test(text) ? "value out of range" : "invalid syntax";
}

function badPage(why: string) {
  return validationFailed(`Bad Pagination Parameters: ${why}`);
}

/**
 * `Link` header with the next and the last page. Parameters are in alphabetical order, because auth-js
 * (`listUsers`) reads the page number after the first "=".
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
