import { generateKeyPairSync, sign } from "node:crypto";

const tags = { integer: 2, bits: 3, bytes: 4, oid: 6, utf8: 12, time: 23, sequence: 48, set: 49 };

/** Creates a self-signed certificate for `localhost`, valid until 2049, and its key. Both are PEM. */
export function selfSignedCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(der(tags.set, sequence(oid("550403"), der(tags.utf8, Buffer.from("localhost")))));
  const hosts = sequence(der(0x82, Buffer.from("localhost")));
  const hostsExtension = sequence(oid("551d11"), der(tags.bytes, hosts));
  const tbsCertificate = sequence(
    der(0xa0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time("260101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(hostsExtension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", tbsCertificate, privateKey)]);
  const base64 = sequence(tbsCertificate, ecdsaWithSha256, der(tags.bits, signature)).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

const sequence = (...parts: Buffer[]): Buffer => der(tags.sequence, ...parts);
const oid = (hex: string): Buffer => der(tags.oid, Buffer.from(hex, "hex"));
const time = (text: string): Buffer => der(tags.time, Buffer.from(text));

/** Encodes one ASN.1 element in DER: tag, length and content, which has to be shorter than 64 kB. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
