/** Whoever someone wants to be at the Local account. */
export interface Person {
  email: string;
  name?: string;
  /** The provider has verified the address; true unless said otherwise. */
  verified?: boolean;
}

/**
 * Fills in the Local account's page as a browser does and says where that sends the browser: the platform's callback.
 *
 * @param providerUrl where the platform's `/authorize` led.
 */
export async function answerAtLocalAccount(providerUrl: string, person: Person | "refuse"): Promise<URL> {
  const browser = newBrowserWithCookies();
  const page = await reachPage(browser, providerUrl);
  const posted = await browser(page, { method: "POST", body: formOf(person) });
  const resumed = await browser(locationOf(posted, page));
  return new URL(locationOf(resumed, page));
}

type Browser = ReturnType<typeof newBrowserWithCookies>;

/** The address of the page with the form. */
export async function reachPage(browser: Browser, providerUrl: string): Promise<string> {
  return locationOf(await browser(providerUrl), providerUrl);
}

/** Keeps cookies and shows every redirect. */
export function newBrowserWithCookies() {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", ...value] = (line.split(";", 1)[0] ?? "").split("=");
      cookies.set(name, value.join("="));
    }
    return answer;
  };
}

function formOf(person: Person | "refuse"): URLSearchParams {
  if (person === "refuse") return new URLSearchParams({ answer: "refuse" });
  const { email, name = "", verified = true } = person;
  return new URLSearchParams({ answer: "continue", email, name, verified: verified ? "yes" : "no" });
}

/** @throws where the answer is no redirect. */
function locationOf(answer: Response, from: string): string {
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`${from} answered ${answer.status} and not a redirect`);
  return new URL(location, from).href;
}
