import { afterEach, describe, expect, test } from "vitest";
import { type Sidecar, type SidecarOptions, startSidecar } from "../testing/start-sidecar.ts";

const hash = (letter: string) => `pkce_${letter.repeat(56)}`;
const busy = "/link-problem?code=over_request_rate_limit#";

let sidecar: Sidecar;
const start = async (options: SidecarOptions): Promise<void> => {
  sidecar = await startSidecar(options);
};
afterEach(() => sidecar.stop());

const callback = (headers: Record<string, string> = {}) =>
  sidecar.send({ path: "/auth/callback?code=12345678-junk", headers });
const confirm = (letter: string) =>
  sidecar.send({
    method: "POST",
    path: `/auth/confirm?token_hash=${hash(letter)}&type=email`,
    headers: { Origin: sidecar.siteUrl },
  });

describe("too many tries", () => {
  test("from one address are asked to wait, before the platform hears of them", async () => {
    await start({ limits: { perAddress: 2 } });
    expect((await callback()).location).not.toBe(busy);
    expect((await callback()).location).not.toBe(busy);
    const answer = await callback();
    expect([answer.status, answer.location, answer.headers["retry-after"]]).toEqual([303, busy, "60"]);
  });

  test("cannot be hidden behind an invented address", async () => {
    await start({ limits: { perAddress: 1 } });
    await callback({ "X-Forwarded-For": "192.0.2.1" });
    expect((await callback({ "X-Forwarded-For": "192.0.2.2" })).location).toBe(busy);
  });

  test("of one person do not stop another behind the same trusted proxy", async () => {
    await start({ limits: { perAddress: 1 }, trustProxy: 1 });
    await callback({ "X-Forwarded-For": "192.0.2.1" });
    expect((await callback({ "X-Forwarded-For": "192.0.2.2" })).location).not.toBe(busy);
    expect((await callback({ "X-Forwarded-For": "192.0.2.1" })).location).toBe(busy);
    expect((await callback({ "X-Forwarded-For": "198.51.100.9, 192.0.2.1" })).location).toBe(busy);
  });

  test("from one IPv6 network count as one", async () => {
    await start({ limits: { perAddress: 1 }, trustProxy: 1 });
    await callback({ "X-Forwarded-For": "2001:db8:0:1::1" });
    expect((await callback({ "X-Forwarded-For": "2001:db8:0:1::2" })).location).toBe(busy);
  });

  test("of one link leave other links alone", async () => {
    await start({ limits: { perLink: 2 } });
    await confirm("a");
    await confirm("a");
    expect((await confirm("a")).location).toBe(busy);
    expect((await confirm("b")).location).not.toBe(busy);
  });
});
