import { _request } from "@supabase/auth-js/dist/module/lib/fetch.js";
import {
  appendFlowIdToRedirectTo,
  getCodeChallengeAndMethod,
  removePKCEVerifier,
} from "@supabase/auth-js/dist/module/lib/helpers.js";
import { createStorageFromOptions } from "@supabase/ssr/dist/module/cookies.js";
import { captchaSolver } from "../captcha/page-captcha.ts";
import { pageConfig } from "../page-config.ts";
import { createPlatformFetch } from "../platform-fetch.ts";
import { clientCookieOptions } from "./client-cookies.ts";

interface SignInCode {
  email: string;
  /** URL that the emailed link leads back to. */
  redirectTo: string;
}

/**
 * Emails a code and a link. Does what `signInWithOtp` of the auth client does, with the client's own functions: the
 * client is six times their size, and a user who has just opened the page would wait for it. A test holds both to the
 * same request and the same cookies.
 *
 * @throws the auth client's errors.
 */
export async function sendSignInCode({ email, redirectTo }: SignInCode): Promise<{ error: unknown }> {
  const { platformUrl, publishableKey } = pageConfig();
  const cookieOptions = clientCookieOptions();
  const { storage } = createStorageFromOptions({ cookieEncoding: "base64url", cookieOptions }, false);
  const [challenge, method, flowId] = await getCodeChallengeAndMethod(storage, cookieOptions.name);
  try {
    return await _request(platformFetch(), "POST", `${platformUrl}/auth/v1/otp`, {
      headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
      body: {
        email,
        data: {},
        create_user: true,
        gotrue_meta_security: {},
        code_challenge: challenge,
        code_challenge_method: method,
      },
      redirectTo: appendFlowIdToRedirectTo(redirectTo, flowId),
    });
  } catch (error) {
    await removePKCEVerifier(storage, cookieOptions.name, flowId);
    throw error;
  }
}

/** No user is signed in here, so there is no token to renew. */
function platformFetch(): typeof fetch {
  return createPlatformFetch({
    renewToken: () => Promise.resolve(undefined),
    isSignedIn: () => false,
    solveCaptcha: captchaSolver(),
  });
}
