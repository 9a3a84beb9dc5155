import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { Clock } from "../clock.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { ObjectName } from "./object.repository.ts";
import { invalidJwt, invalidSignature } from "./storage.errors.ts";

/** How long a signed upload may begin, as on hosted; seconds. */
const uploadLifetime = 7200;

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
  tokenKeys: TokenKeys;
}

/** What a signed upload was allowed with. */
export interface UploadLicence {
  /** `sub` of who asked for it, empty for none. */
  owner: string;
  upsert: boolean;
}

/** Makes and reads the tokens in addresses that need no other right. HS256, by the platform's secret. */
export function createUrlSigner({ clock, tokenKeys }: SigningRules) {
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
    /** `lifetime` in seconds. */
    signDownload: (name: ObjectName, lifetime: number) =>
      sign({ url: urlOf(name), scope: "download" }, lifetime),

    signUpload: (name: ObjectName, { owner, upsert }: UploadLicence) =>
      sign({ url: urlOf(name), scope: "upload", upsert, ...(owner === "" ? {} : { owner }) }, uploadLifetime),

    /** When the address stops being good. Throws InvalidJWT or InvalidSignature. */
    async verifyDownload(token: string, name: ObjectName): Promise<Date> {
      return new Date((await verify(token, name, "download")).exp * 1000);
    },

    verifyUpload: (token: string, name: ObjectName): Promise<UploadLicence> => verify(token, name, "upload"),
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
