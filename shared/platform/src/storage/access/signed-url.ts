import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { Clock } from "../../clock.ts";
import type { TokenKeys } from "../../tokens/token-keys.ts";
import type { StorageSettings } from "../storage.settings.ts";
import type { ObjectName } from "../objects/object.repository.ts";
import { invalidJwt, invalidSignature } from "../storage.errors.ts";

const Claims = v.object({
  /** `bucket/key`. */
  url: v.string(),
  scope: v.picklist(["download", "upload"]),
  owner: v.optional(v.string(), ""),
  upsert: v.optional(v.boolean(), false),
  exp: v.number(),
});

interface SigningRules {
  clock: Clock;
  settings: Pick<StorageSettings, "signedUploadSeconds">;
  tokenKeys: TokenKeys;
}

/** Permissions of a signed upload URL. */
export interface UploadGrant {
  /** `sub` of the user who requested it; empty if none. */
  owner: string;
  upsert: boolean;
}

/** Signs and verifies the tokens in signed URLs, which need no other permission. HS256 with the platform's secret. */
export function createUrlSigner({ clock, tokenKeys, settings }: SigningRules) {
  const key = new TextEncoder().encode(tokenKeys.secret);

  const sign = (claims: Record<string, unknown>, lifetime: number) => {
    const now = Math.floor(clock().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .sign(key);
  };

  const verify = async (token: string, name: ObjectName, scope: "download" | "upload") => {
    const payload = await readToken(token, key, clock());
    const claims = v.safeParse(Claims, payload);
    if (!claims.success || claims.output.scope !== scope || claims.output.url !== urlOf(name))
      throw invalidSignature("Invalid signature");
    return claims.output;
  };

  return {
    /** @param lifetime in seconds. */
    signDownload: (name: ObjectName, lifetime: number) =>
      sign({ url: urlOf(name), scope: "download" }, lifetime),

    signUpload: (name: ObjectName, { owner, upsert }: UploadGrant) =>
      sign(
        { url: urlOf(name), scope: "upload", upsert, ...(owner === "" ? {} : { owner }) },
        settings.signedUploadSeconds,
      ),

    /** Expiry of a signed URL. @throws InvalidJWT or InvalidSignature. */
    async verifyDownload(token: string, name: ObjectName): Promise<Date> {
      return new Date((await verify(token, name, "download")).exp * 1000);
    },

    verifyUpload: (token: string, name: ObjectName): Promise<UploadGrant> => verify(token, name, "upload"),
  };
}

function urlOf({ bucket, key }: ObjectName): string {
  return `${bucket}/${key}`;
}

async function readToken(token: string, key: Uint8Array, currentDate: Date): Promise<unknown> {
  try {
    return (await jwtVerify(token, key, { currentDate, algorithms: ["HS256"] })).payload;
  } catch (error) {
    throw invalidJwt(error);
  }
}
