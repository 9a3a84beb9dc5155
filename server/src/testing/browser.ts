import { cookieNames, sessionCookieAttributes, startedFlowId } from "@sheaf/contract/cookies";
import { createBrowserClient } from "@supabase/ssr";
import type { TestResponse } from "./send.ts";
import { parseSetCookie } from "./set-cookie.ts";
import type { Sidecar } from "./start-sidecar.ts";

/** The parts of a browser that a sign-in needs: one cookie jar, shared by the page's client and its requests. */
export function createBrowser(options: {
  sidecar: Pick<Sidecar, "siteUrl" | "send">;
  platformUrl: string;
  anonKey: string;
}) {
  const { sidecar, platformUrl, anonKey } = options;
  const secure = sidecar.siteUrl.startsWith("https:");
  const names = cookieNames({ secure });
  const jar = new Map<string, string>();

  const put = (name: string, value: string, maxAge: number): void => {
    if (maxAge > 0) jar.set(name, value);
    else jar.delete(name);
  };
  const client = createBrowserClient(platformUrl, anonKey, {
    isSingleton: false,
    cookieOptions: { ...sessionCookieAttributes, secure, name: names.session },
    cookies: {
      getAll: () => Array.from(jar, ([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value, options } of cookies) put(name, value, options.maxAge ?? 0);
      },
    },
    auth: {
      detectSessionInUrl: false,
      autoRefreshToken: false,
      experimental: { appendPkceFlowIdToRedirects: true },
    },
  });

  async function visit(path: string, method = "GET"): Promise<TestResponse> {
    const cookies = Array.from(jar, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
    const headers = {
      "User-Agent": "TestBrowser/1.0",
      ...(cookies === "" ? {} : { Cookie: cookies }),
      ...(method === "GET" ? {} : { Origin: sidecar.siteUrl, "Sec-Fetch-Site": "same-origin" }),
    };
    const response = await sidecar.send({ path, method, headers });
    for (const { name, value, attributes } of response.setCookies.map(parseSetCookie)) {
      put(name, value, Number(attributes["max-age"]));
    }
    return response;
  }

  async function startFlow(ask: () => Promise<{ error: Error | null }>): Promise<string> {
    const before = [...jar.keys()];
    const { error } = await ask();
    if (error) throw error;
    const flowId = startedFlowId(names, before, jar.keys());
    if (flowId === undefined) throw new Error("the client stored no verifier for this flow");
    jar.set(names.flow + flowId, "1");
    return flowId;
  }

  return {
    names,
    jar,
    client,
    visit,
    press: (path: string) => visit(path, "POST"),
    /** Starts a flow as the pages do and marks it as fresh. Returns the flow's ID. */
    startFlow,
    /** Requests the email as the sign-in page does and marks the flow as fresh. Returns the flow's ID. */
    requestEmail(email: string, next: string): Promise<string> {
      const emailRedirectTo = `${sidecar.siteUrl}/auth/callback?next=${encodeURIComponent(next)}`;
      return startFlow(() => client.auth.signInWithOtp({ email, options: { emailRedirectTo } }));
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;

/** Opens a URL of the platform and returns the redirect's target. */
export async function follow(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: "manual" });
  await response.body?.cancel();
  return new URL(response.headers.get("location") ?? "about:blank");
}

export function pathOf(url: URL): string {
  return url.pathname + url.search;
}

/** Path and query of the link in one of our emails. */
export function linkOf(email: { html: string }): string {
  const href = /href="([^"]*\/auth\/confirm[^"]*)"/.exec(email.html)?.[1] ?? "";
  return pathOf(new URL(href.replaceAll("&amp;", "&").replaceAll("&#43;", "+")));
}
