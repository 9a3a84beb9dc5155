import { fix, ours, retry } from "./error-text.ts";

const inAMoment = "Try again in a moment.";
const tellUs = "This is for us to put right; please tell the people who run this site.";
const signInAgain = "Sign in again to go on.";

/**
 * Codes of PostgREST and of the database. Versions differ: an expired session is PGRST301 in one and PGRST303
 * in the next, a table that is not there 42P01 or PGRST205.
 */
export const dataServiceErrors = {
  PGRST000: retry("The service cannot reach its records.", inAMoment),
  PGRST001: retry("The service cannot reach its records.", inAMoment),
  PGRST002: retry("The service is still starting.", inAMoment),
  PGRST003: retry("The service is busy.", inAMoment),
  PGRST116: fix("There is nothing here for you.", "Check the link, or go back to the list."),
  PGRST200: ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  PGRST202: ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  PGRST204: ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  PGRST205: ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  PGRST300: ours("The service is not set up to check who you are.", tellUs),
  PGRST301: fix("Your sign-in has run out.", signInAgain),
  PGRST302: fix("This needs you to be signed in.", signInAgain),
  PGRST303: fix("Your sign-in has run out.", signInAgain),
  "42501": fix("You may not do that.", "If you think you should, ask the owner of the workspace."),
  "42P01": ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  "42703": ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  "42883": ours("The page and the service do not fit together.", "Reload the page to get the newest one."),
  "23505": fix("That is there already.", "Reload the page to see it."),
  "23503": fix("Something that this belongs to is gone.", "Reload the page and start from there."),
  "23514": fix("Something you entered is outside what we can keep.", "Check what you typed and save again."),
  "23502": ours("Something that is needed was not sent.", "Reload the page and try again."),
  "22001": fix("Something you entered is too long.", "Shorten it and save again."),
  "40001": retry("Two changes met at the same moment.", inAMoment),
  "40P01": retry("Two changes met at the same moment.", inAMoment),
  "53300": retry("The service is busy.", inAMoment),
  "57014": retry("That took longer than we wait for.", inAMoment),
  P0001: ours("The service refused this without saying why.", tellUs),
};
