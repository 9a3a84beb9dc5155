/** Loaded with the first passkey: importing the library takes 0.4 s, more than all other modules together. */
export function loadWebauthn() {
  return import("@simplewebauthn/server");
}
