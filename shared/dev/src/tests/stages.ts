/** The form in which a stage reports its counts. */
export type Counting =
  /** One command, one result: its exit code. */
  | { by: "exit code" }
  /** The runner writes its report, as JSON, to the file that `{report}` in the arguments or `env` stands for. */
  | { by: "vitest" | "playwright" | "tapes"; env?: string };

export interface Stage {
  name: string;
  /** `test` stages run before a commit; `test:all` adds the `rest` stages. */
  part: "test" | "rest";
  /** Also part of `pnpm check`: reads the code and its build, starts no service. */
  isCheck?: boolean;
  /** Arguments for pnpm; `{report}` stands for the path of the report. */
  pnpm: string[];
  counting: Counting;
  /** Later stages need what this one builds: when it fails, the run ends. */
  isNeeded?: boolean;
  /** Needs no browser: runs beside the stages that follow it, one after the other with others of its kind. */
  isBeside?: boolean;
  /** Name of an environment variable without which the stage is left out. */
  needs?: string;
}

const check = (name: string, ...pnpm: string[]): Stage => ({
  name,
  part: "test",
  isCheck: true,
  pnpm,
  counting: { by: "exit code" },
});

const withReport = ["--reporter=default", "--reporter=json", "--outputFile.json={report}"];

const vitest = (name: string, part: Stage["part"], workspace: string, ...args: string[]): Stage => ({
  name,
  part,
  pnpm: ["--filter", `@sheaf/${workspace}`, "exec", "vitest", "run", ...args, ...withReport],
  counting: { by: "vitest" },
});

const browser = (name: string, part: Stage["part"], project: string): Stage => ({
  name,
  part,
  pnpm: [
    "--filter",
    "@sheaf/e2e",
    "exec",
    "playwright",
    "test",
    `--project=${project}`,
    "--reporter=list,json",
  ],
  counting: { by: "playwright", env: "PLAYWRIGHT_JSON_OUTPUT_FILE" },
});

/** Every stage, in the order that fails soonest. */
export const stages: readonly Stage[] = [
  check("format", "check:format"),
  check("lint", "check:lint"),
  check("types", "check:types"),
  check("dead-code", "check:dead"),
  check("database-types", "types:check"),
  { ...check("build", "build"), isNeeded: true },
  check("weight", "--filter", "@sheaf/dev", "check:size"),
  check("served", "--filter", "@sheaf/dev", "check:served"),
  check("bundle", "--filter", "@sheaf/dev", "check:bundle"),
  check("image", "--filter", "@sheaf/dev", "check:image"),
  vitest("contract", "test", "contract"),
  vitest("email", "test", "email"),
  vitest("bench", "test", "bench"),
  vitest("mocks", "test", "mocks"),
  {
    ...vitest("rights", "test", "supabase", "--config=vitest.rights.config.ts", "--project=core"),
    isBeside: true,
  },
  { ...vitest("commands", "test", "dev", "--project=quick"), isBeside: true },
  { ...vitest("sidecar", "test", "server", "--project=quick"), isBeside: true },
  { ...vitest("platform", "test", "platform", "--project=quick"), isBeside: true },
  { ...vitest("gateway", "test", "gateway", "--project=quick"), isBeside: true },
  vitest("pages", "test", "web", "--project=rules", "--project=pages"),
  browser("browser", "test", "core"),
  {
    ...vitest("rights-more", "rest", "supabase", "--config=vitest.rights.config.ts", "--project=more"),
    isBeside: true,
  },
  {
    ...vitest("rights-engines", "rest", "supabase", "--config=vitest.rights.config.ts", "--project=engines"),
    isBeside: true,
    needs: "DATABASE_URL",
  },
  { ...vitest("pages-more", "rest", "web", "--project=matrices", "--maxWorkers=1"), isBeside: true },
  {
    ...vitest("worker", "rest", "server", "--project=slow", "--maxWorkers=1"),
    isBeside: true,
  },
  {
    ...vitest("platform-slow", "rest", "platform", "--project=slow", "--maxWorkers=1"),
    isBeside: true,
  },
  {
    ...vitest("gateway-slow", "rest", "gateway", "--project=slow", "--maxWorkers=1"),
    isBeside: true,
  },
  {
    ...vitest("acceptance", "rest", "platform", "--config=vitest.accept.config.ts"),
    isBeside: true,
  },
  { ...check("drills", "drill", "all"), part: "rest", isCheck: false, isBeside: true },
  // First, while nothing beside it reads the files that it plants.
  { ...check("check-self", "--filter", "@sheaf/dev", "check:self"), part: "rest" },
  vitest("deployment", "rest", "dev", "--project=slow"),
  {
    ...check("build-mocks", "--filter", "@sheaf/web", "build:mocks"),
    part: "rest",
    isCheck: false,
    isNeeded: true,
  },
  browser("browser-more", "rest", "more"),
  {
    name: "tapes",
    part: "rest",
    pnpm: ["--filter", "@sheaf/e2e", "exec", "node", "tapes/check/check.ts", "--json", "{report}"],
    counting: { by: "tapes" },
  },
  // Last, because it keeps both cores busy, and the stages beside it have ended by then.
  { ...vitest("plans", "rest", "supabase", "--config=vitest.scale.config.ts"), needs: "DATABASE_URL" },
];
