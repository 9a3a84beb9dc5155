import { localKeys } from "@sheaf/platform/keys";
import { demoRequester } from "./demo-content.ts";

// These use fetch, because a first start waits for them and the platform's client takes long to load.

/**
 * Signs in by a link that isn't emailed, so the mailbox has only what Sheaf sends.
 *
 * @returns the access token.
 */
export async function signIn(platformUrl: string, email: string): Promise<string> {
  const link = await post(
    `${platformUrl}/auth/v1/admin/generate_link`,
    { type: "magiclink", email },
    { key: localKeys.secret },
  );
  const { hashed_token, verification_type } = link as { hashed_token: string; verification_type: string };
  const session = await post(
    `${platformUrl}/auth/v1/verify`,
    { type: verification_type, token_hash: hashed_token },
    { key: localKeys.publishable },
  );
  return (session as { access_token: string }).access_token;
}

/**
 * Creates the demo requester's account and empty workspace on an empty local platform.
 *
 * @returns the workspace's id.
 */
export async function createDemoWorkspace(platformUrl: string): Promise<string> {
  const token = await signIn(platformUrl, demoRequester.email);
  const workspace = await post(
    `${platformUrl}/rest/v1/rpc/create_workspace`,
    { name: demoRequester.workspace, display_name: demoRequester.name },
    { key: localKeys.publishable, token },
  );
  return workspace as string;
}

async function post(url: string, body: object, { key, token }: { key: string; token?: string }) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      apikey: key,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The platform refused a demo step: ${await response.text()}`);
  return response.json();
}
