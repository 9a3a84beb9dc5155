import { cookieNames, isOfSession } from "@sheaf/contract/cookies";
import { pages } from "@sheaf/contract/pages";
import type { RequestHandler } from "express";
import { seeOther } from "../http/see-other.ts";
import { requestCookies } from "../session/request-cookies.ts";
import { writeCookies } from "../session/write-cookies.ts";

const schemes = [true, false].map((secure) => ({ secure, names: cookieNames({ secure }) }));

/**
 * `POST /auth/sign-out`: ends the session in this browser, even when the page's scripts don't run. Removes the
 * cookies of both schemes, since a site that moved to https still has its http cookies.
 */
export const signOutRoute: RequestHandler = (request, response) => {
  const cookies = [...requestCookies(request).keys()];
  for (const { secure, names } of schemes) {
    const ours = cookies.filter(
      (name) =>
        isOfSession(names, name) ||
        [names.flash, names.pressed].includes(name) ||
        name.startsWith(names.flow),
    );
    writeCookies(
      response,
      { secure },
      ours.map((name) => ({ name, value: "", maxAge: 0 })),
    );
  }
  seeOther(response, pages.signIn.href());
};
