import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { formatRun, type Run } from "@sheaf/mocks/run";
import type { ReadBlob } from "@sheaf/mocks/tape/respond";
import type { Tape } from "@sheaf/mocks/tape/tape";
import { createLog } from "../log.ts";
import { startMockNetwork } from "../mocks/mock-network.ts";
import { createMocksApps } from "../mocks/mocks-apps.ts";
import { startRunClock } from "../mocks/run-clock.ts";
import { type TestResponse, send, type Send } from "./send.ts";

/** The cookies of a browser within a run. */
export interface RunBrowser {
  jar: Map<string, string>;
  /** Requests a path of the sidecar, or any URL. Does not store cookies. */
  open(address: string, request?: Omit<Send, "origin" | "path">): Promise<TestResponse>;
}

export interface Mocks {
  siteUrl: string;
  platformUrl: string;
  /** Requests that no run handled. */
  unhandledRequests: string[];
  /** Every line logged so far. */
  logLines: string[];
  newBrowser(run: Pick<Run, "tape"> & Partial<Run>): RunBrowser;
  stop(): void;
}

/** Starts the sidecar in QA mode with these tapes. Requests of the test itself bypass the mocked network. */
export async function startMocks(
  tapes: readonly Tape[],
  readBlob: ReadBlob = () => Promise.reject(new Error("These tapes have no files.")),
): Promise<Mocks> {
  const [site, platform] = [await listen(), await listen()];
  const [siteUrl, platformUrl] = [urlOf(site), urlOf(platform)];
  const unhandledRequests: string[] = [];
  const logLines: string[] = [];
  const network = startMockNetwork((request) => unhandledRequests.push(request));
  const apps = createMocksApps({
    config: { siteUrl, platformUrl, publishableKey: "sb_publishable_taped", trustProxy: 0 },
    log: createLog({ level: "info" }, { write: (line) => void logLines.push(line) }),
    site: undefined,
    network,
    clock: startRunClock(),
    library: {
      names: () => Promise.resolve(tapes.map(({ name }) => name)),
      listTapes: () =>
        Promise.resolve(tapes.map(({ name, description }) => ({ name, description, isRecorded: true }))),
      readTape: async (wanted) => {
        const tape = tapes.find(({ name }) => name === wanted);
        if (!tape) throw new Error(`There is no tape ${wanted}.`);
        return tape;
      },
      readBlob,
    },
  });
  respondWith(site, apps.sidecar);
  respondWith(platform, apps.standIn);
  let runs = 0;

  return {
    siteUrl,
    platformUrl,
    unhandledRequests,
    logLines,
    newBrowser: ({ tape, scenario, id = `run-${(runs += 1)}` }) => {
      const jar = new Map([["sheaf-qa", formatRun({ id, tape, scenario })]]);
      return {
        jar,
        open: (address, request = {}) => {
          const { origin, pathname, search } = new URL(address, siteUrl);
          const headers = { Cookie: cookies(jar), Accept: "msw/passthrough", ...request.headers };
          return send({ ...request, origin, path: pathname + search, headers });
        },
      };
    },
    stop: () => {
      network.stop();
      for (const server of [site, platform]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  return server;
}

function respondWith(server: Server, app: RequestListener): void {
  server.on("request", app);
}

function urlOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

function cookies(jar: ReadonlyMap<string, string>): string {
  return Array.from(jar, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
}
