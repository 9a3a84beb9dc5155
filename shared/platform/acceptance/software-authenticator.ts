import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** Fields that the authenticator reads. */
export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string };
  excludeCredentials?: { id: string }[];
  authenticatorSelection?: { residentKey?: string };
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials?: unknown[];
}

interface Passkey {
  id: Buffer;
  privateKey: KeyObject;
  rpId: string;
  userHandle: string;
  signCount: number;
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

/** A software authenticator with its browser: ES256 keys, attestation "none". Stores what it creates. */
export function newAuthenticator(origin: string) {
  const passkeys: Passkey[] = [];
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    /** JSON of `navigator.credentials.create`. @param again the id of an earlier credential, to repeat it. */
    create(options: CreationOptions, again?: Buffer) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const jwk = publicKey.export({ format: "jwk" });
      const id = again ?? randomBytes(32);
      passkeys.push({ id, privateKey, rpId: options.rp.id, userHandle: options.user.id, signCount: 0 });
      const credential = Buffer.concat([
        Buffer.alloc(16),
        uint16(id.length),
        id,
        coseKey(bytes(jwk.x), bytes(jwk.y)),
      ]);
      const authData = authenticatorData(options.rp.id, present | verified | attested, 0, credential);
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", options.challenge).toString("base64url"),
          attestationObject: attestationObject(authData).toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** JSON of `navigator.credentials.get` with the newest key for the site. */
    get(options: RequestOptions) {
      const passkey = passkeys.findLast(({ rpId }) => rpId === options.rpId);
      if (!passkey) throw new Error(`There is no passkey for ${options.rpId}`);
      passkey.signCount += 1;
      const data = clientData("webauthn.get", options.challenge);
      const authData = authenticatorData(options.rpId, present | verified, passkey.signCount);
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      const id = passkey.id.toString("base64url");
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign("sha256", signed, passkey.privateKey).toString("base64url"),
          userHandle: passkey.userHandle,
        },
      };
    },
  };
}

function authenticatorData(
  rpId: string,
  flags: number,
  signCount: number,
  credential = Buffer.alloc(0),
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count, credential]);
}

/** CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an EC key for ES256 on P-256. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ]);
}

/** CBOR of {"fmt": "none", "attStmt": {}, "authData": …}. */
function attestationObject(authData: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x59]),
    uint16(authData.length),
    authData,
  ]);
}

/** CBOR of a text shorter than 24 bytes. */
function text(value: string): Buffer {
  return Buffer.from([0x60 + value.length, ...Buffer.from(value)]);
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}

function bytes(base64url: string | undefined): Buffer {
  return Buffer.from(base64url ?? "", "base64url");
}
