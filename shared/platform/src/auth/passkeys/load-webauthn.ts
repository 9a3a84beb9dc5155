/** With the first passkey: the library takes 0.4 s to load, longer than the rest of the platform's modules together. */
export function loadWebauthn() {
  return import("@simplewebauthn/server");
}
