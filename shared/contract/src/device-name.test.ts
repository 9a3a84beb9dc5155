import { expect, test } from "vitest";
import { deviceName, isHandheld } from "./device-name.ts";

const mozilla = "Mozilla/5.0";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge on Windows",
  ],
  [`${mozilla} (Windows NT 10.0) ${blink} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, "Opera on Windows"],
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Windows"],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.1 Safari/605.1.15`, "Safari on Mac"],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Mac"],
  [`${mozilla} (X11; Linux x86_64) ${blink} HeadlessChrome/142.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`${mozilla} (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Linux"],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  [`${mozilla} (Linux; Android 10; K) ${blink} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `${mozilla} (Linux; Android 10; K) ${blink} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`${mozilla} (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`, "Firefox on Android"],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
    "Firefox on iPhone",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1`,
    "Edge on iPhone",
  ],
  [
    `${mozilla} (iPad; CPU OS 18_7 like Mac OS X) ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`,
    "Safari on iPad",
  ],
  // In-app web views name no browser.
  [`${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Mobile/15E148`, "iPhone"],
  ["node", "Unknown device"],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
  ["<b>Chrome</b> on the moon", "Unknown device"],
])("%s is %s", (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

test.each([
  [`${mozilla} (iPad; CPU OS 18_7 like Mac OS X) ${webkit}`, true],
  [`${mozilla} (Linux; Android 10; K) ${blink}`, true],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${blink}`, false],
])("what fits into a hand is known: %s", (userAgent, handheld) =>
  expect(isHandheld(userAgent)).toBe(handheld),
);
