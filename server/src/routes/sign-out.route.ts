import { cookieNames } from "@sheaf/contract/cookies";
import { pages } from "@sheaf/contract/pages";
import type { Request, RequestHandler } from "express";
import { seeOther } from "../see-other.ts";
import { writeCookies } from "../session/write-cookies.ts";

const schemes = [true, false].map((secure) => ({ secure, names: cookieNames({ secure }) }));

/**
 * `POST /auth/sign-out`: ends the session in this browser, also for a page whose scripts do not run.
 * Removes what either scheme may have left, since a site that moved to https still has the cookies of before.
 */
export const signOutRoute: RequestHandler = (request, response) => {
  const cookies = removableNames(request);
  for (const { secure, names } of schemes) {
    const ours = cookies.filter(
      (name) =>
        name === names.session ||
        name === names.flash ||
        name.startsWith(names.flow) ||
        name.startsWith(`${names.session}.`) ||
        name.startsWith(`${names.session}-`),
    );
    writeCookies(
      response,
      { secure },
      ours.map((name) => ({ name, value: "", maxAge: 0 })),
    );
  }
  seeOther(response, pages.signIn.href());
};

/**
 * Whatever the values are: what a stranger planted goes too. A name that cannot be written in an answer is no cookie
 * of ours, and must not keep the others from being removed.
 */
function removableNames(request: Request): string[] {
  const parsed: Record<string, unknown> = request.cookies ?? {};
  return Object.keys(parsed).filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
}
