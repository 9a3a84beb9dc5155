interface Layer {
  /** In the message of a refused import. */
  name: string;
  /** Paths of its files, from the root of the repository. */
  files: RegExp;
  /**
   * Path prefixes that it may import. A package is named by its folder; `.` is the file's own package, `*` the file's own
   * folder.
   */
  may: readonly string[];
  /** Path prefixes that it may not import although `may` covers them. */
  except?: readonly string[];
  /** Npm packages that it may not import. */
  packages?: RegExp;
}

const contract = "shared/contract";
const email = "shared/email";
const gateway = "shared/gateway";
const mocks = "shared/mocks";
const platform = "shared/platform";
const testing = "shared/testing";

/** Features and steps reach the platform only through `data`. */
const clients = {
  except: ["web/src/lib/platform.ts", "web/src/lib/data-client.ts"],
  packages: /^@supabase\//,
};
/** Production contains no mocks. */
const productionServer = { except: ["server/src/mocks"], packages: /^msw(\/|$)/ };

/**
 * The import rules. The first matching layer applies. Files in no layer, such as those of `shared/dev`, may import every
 * dependency of their package.
 */
const layers: readonly Layer[] = [
  { name: "the configuration of tests", files: /(^|\/)vitest[^/]*\.config\.ts$/, may: [".", testing] },
  {
    name: "a benchmark",
    files: /^(web|server|e2e|shared\/[^/]+)\/bench\//,
    may: [".", "shared/bench", contract, platform],
  },

  {
    name: "a page test",
    files: /^web\/src\/(testing\/|.*\.test\.tsx?$)/,
    may: ["web/src", contract, platform, mocks, testing],
  },
  {
    name: "a feature",
    files: /^web\/src\/features\//,
    may: ["web/src/features/*", "web/src/steps", "web/src/data", "web/src/ui", "web/src/lib", contract],
    ...clients,
  },
  {
    name: "a step",
    files: /^web\/src\/steps\//,
    may: ["web/src/steps", "web/src/data", "web/src/ui", "web/src/lib", contract],
    ...clients,
  },
  {
    name: "the data of reminders",
    files: /^web\/src\/data\/reminders\//,
    may: ["web/src/data", "web/src/lib", contract, email],
  },
  {
    name: "the data of a request's parts",
    files: /^web\/src\/data\/(examples|files|items|notes|questions|tags|uploads)\//,
    may: ["web/src/data", "web/src/lib", contract],
    // They come together in these, which know their parts.
    except: ["web/src/data/requests", "web/src/data/inbox"],
  },
  { name: "data", files: /^web\/src\/data\//, may: ["web/src/data", "web/src/lib", contract] },
  { name: "lib", files: /^web\/src\/lib\//, may: ["web/src/lib", contract] },
  {
    name: "ui",
    files: /^web\/src\/ui\//,
    may: ["web/src/ui", `${contract}/digits`, `${contract}/direction`],
  },
  { name: "the QA build", files: /^web\/src\/mocks\//, may: ["web/src", contract, mocks] },
  { name: "web", files: /^web\/src\//, may: ["web/src", contract] },

  {
    name: "a test of the sidecar",
    files: /^server\/src\/(testing\/|.*\.test\.ts$)/,
    may: ["server", contract, email, platform, gateway, mocks, testing],
  },
  { name: "the QA entry", files: /^server\/src\/mocks\//, may: ["server", contract, mocks] },
  {
    name: "the worker",
    files: /^server\/src\/worker\//,
    may: ["server", contract, email],
    ...productionServer,
  },
  { name: "server", files: /^server\//, may: ["server", contract], ...productionServer },

  { name: "e2e/tapes", files: /^e2e\/tapes\//, may: ["e2e", contract, platform, mocks, testing] },
  { name: "e2e", files: /^e2e\//, may: ["e2e", contract, platform, gateway, testing] },

  { name: "a test of contract", files: /^shared\/contract\/src\/.*\.test\.ts$/, may: [contract] },
  {
    name: "contract",
    files: /^shared\/contract\/src\//,
    may: [contract],
    // Only packages that do no I/O: contract runs in browsers and on servers.
    packages: /^(?!valibot$|canonicalize$|@noble\/ed25519$)/,
  },
  { name: "platform", files: /^shared\/platform\//, may: [platform, contract, testing] },
  {
    name: "the tests of the SQL",
    files: /^shared\/supabase\//,
    may: ["shared/supabase", contract, platform, testing],
  },
  { name: "gateway", files: /^shared\/gateway\//, may: [gateway, platform, testing] },
  { name: "testing", files: /^shared\/testing\//, may: [testing] },
  { name: "email", files: /^shared\/email\//, may: [email, contract] },
  { name: "mocks", files: /^shared\/mocks\//, may: [mocks, contract] },
];

/**
 * Checks one import.
 *
 * @param file path from the root of the repository.
 * @param target path of the imported file or workspace package, from the root; undefined for an npm package.
 * @returns the reason for refusing it; undefined if it is allowed.
 */
export function refusalOf(file: string, specifier: string, target: string | undefined): string | undefined {
  const layer = layers.find(({ files }) => files.test(file));
  if (layer === undefined) return undefined;
  const { name, may, except = [], packages } = layer;
  if (target === undefined) {
    return packages?.test(specifier) === true ? `${name} may not import ${specifier}.` : undefined;
  }
  const beginnings = may.map((path) => withOwnFolder(path, file));
  const isAllowed =
    beginnings.some((path) => isIn(path, target)) && !except.some((path) => isIn(path, target));
  return isAllowed ? undefined : `${name} may import only ${beginnings.join(", ")}, not ${target}.`;
}

const isIn = (path: string, target: string) => target === path || target.startsWith(`${path}/`);

function withOwnFolder(path: string, file: string): string {
  if (path === ".") return /^(shared\/)?[^/]+/.exec(file)?.[0] ?? "";
  if (!path.endsWith("/*")) return path;
  const parent = path.slice(0, -1);
  return parent + (file.slice(parent.length).split("/")[0] ?? "");
}
