/** Account to sign in with at the Local account provider. */
export interface Person {
  email: string;
  name?: string;
  /** The provider has verified the address. Default: true. */
  verified?: boolean;
}

/**
 * Submits the Local account's form as a browser would.
 *
 * @param providerUrl redirect target of the platform's `/authorize`.
 * @returns the URL of the platform's callback that the browser is sent to.
 */
export async function submitLocalAccountForm(providerUrl: string, person: Person | "refuse"): Promise<URL> {
  const browser = newBrowserWithCookies();
  const page = await reachPage(browser, providerUrl);
  const posted = await browser(page, { method: "POST", body: formOf(person) });
  const resumed = await browser(locationOf(posted, page));
  return new URL(locationOf(resumed, page));
}

type Browser = ReturnType<typeof newBrowserWithCookies>;

/** Follows the redirect to the page with the form and returns its URL. */
export async function reachPage(browser: Browser, providerUrl: string): Promise<string> {
  return locationOf(await browser(providerUrl), providerUrl);
}

/** A fetch that stores cookies and doesn't follow redirects. */
export function newBrowserWithCookies() {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", ...value] = (line.split(";", 1)[0] ?? "").split("=");
      cookies.set(name, value.join("="));
    }
    return response;
  };
}

function formOf(person: Person | "refuse"): URLSearchParams {
  if (person === "refuse") return new URLSearchParams({ answer: "refuse" });
  const { email, name = "", verified = true } = person;
  return new URLSearchParams({ answer: "continue", email, name, verified: verified ? "yes" : "no" });
}

/** @throws if the response is not a redirect. */
function locationOf(response: Response, from: string): string {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${from} answered ${response.status} instead of a redirect`);
  return new URL(location, from).href;
}
