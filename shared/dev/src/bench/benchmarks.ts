export interface Benchmark {
  name: string;
  /** Heading of its section in the report. */
  title: string;
  /** Stands below the heading: the comparison in one or two sentences. */
  about: string;
  /** Commands that come first, each as arguments for pnpm. */
  prepare?: readonly (readonly string[])[];
  /** Arguments for pnpm; `--quick` is added to them. Its standard output is the section. */
  pnpm: readonly string[];
  /** Name of an environment variable without which the benchmark is left out. */
  needs?: string;
  /** Its goals are for much data, so a quick run of everything leaves it out. */
  isLarge?: boolean;
}

const script = (workspace: string, file: string): readonly string[] => [
  "--silent",
  "--filter",
  `@sheaf/${workspace}`,
  "exec",
  "node",
  `bench/${file}.bench.ts`,
];

const peers = ["--dir", "server/bench/peers"];

/** Every benchmark, in the order of the report. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: "callback",
    title: "Callback",
    about:
      "Signing in by a link: the code is exchanged and the session's cookies are written. Each server is a process of its own, all exchange codes with one platform, and their rounds alternate.",
    prepare: [
      [...peers, "install"],
      [...peers, "build"],
    ],
    pnpm: script("server", "callback"),
  },
  {
    name: "lists",
    title: "Lists",
    about:
      "Every read of the page in a large workspace and in one of 1,000 requests, side by side in one PostgreSQL with default settings, through PostgREST.",
    pnpm: script("supabase", "lists"),
    needs: "DATABASE_URL",
  },
  {
    name: "checklist",
    title: "Long checklists",
    about:
      "A request of 100 items with 500 files beside one of 5 items, read by both sides through PostgREST.",
    pnpm: script("supabase", "checklist"),
    needs: "DATABASE_URL",
  },
  {
    name: "typing",
    title: "Typing in the editor",
    about: "A draft of 100 items beside one of 5, in the built page in Chromium.",
    prepare: [["build"]],
    pnpm: script("e2e", "typing"),
  },
  {
    name: "site",
    title: "Files of the page",
    about: "Files as the build compressed them, beside Express compressing them for each request.",
    prepare: [["build"]],
    pnpm: script("server", "site"),
  },
  {
    name: "paint",
    title: "First paint and weight",
    about:
      "The built pages in a throttled Chromium with an empty cache, beside the sign-in page of Next.js's `with-supabase` template; their visits alternate.",
    prepare: [[...peers, "install"], [...peers, "build"], ["build"]],
    pnpm: script("e2e", "paint"),
  },
  {
    name: "bytes",
    title: "Files in the page",
    about:
      "What uploading, zipping and reviewing cost in Chromium, beside the bare transfer from and to the same local platform.",
    prepare: [["build"]],
    pnpm: script("e2e", "bytes"),
  },
  {
    name: "thumbnails",
    title: "Thumbnails",
    about:
      "A request of 100 files is scrolled through on a processor slowed down four times: with pictures, and the same list with icons.",
    prepare: [["build"]],
    pnpm: script("e2e", "thumbnails"),
    isLarge: true,
  },
  {
    name: "checks",
    title: "Checks before sending",
    about:
      "Photos of five kinds of paper, more and more blurred: which are doubted, and how long a photo waits for that.",
    prepare: [["build"]],
    pnpm: script("e2e", "checks"),
  },
  {
    name: "purge",
    title: "Purge",
    about: "The worker's task `purge` over ten thousand removed, abandoned and orphaned files.",
    pnpm: script("server", "purge"),
    isLarge: true,
  },
  {
    name: "checksums",
    title: "Checksums",
    about:
      "The worker's task `checksums` over a thousand stored files of 5 MB, beside a process that reads the same bytes from the same Storage, as many at once, and only hashes them; their rounds alternate.",
    pnpm: script("server", "checksums"),
    needs: "DATABASE_URL",
    isLarge: true,
  },
  {
    name: "email",
    title: "Email",
    about:
      "Three workers send what is in the outbox through an SMTP server that can't take 5 % of it, and one is killed. Then one worker alone, and the planning of reminders in a small and a large database.",
    pnpm: script("server", "email"),
    needs: "DATABASE_URL",
    isLarge: true,
  },
  {
    name: "neutral",
    title: "Addresses with and without an account",
    about: "How long Auth takes for each. The times must not tell them apart.",
    pnpm: script("platform", "neutral-answers"),
  },
  {
    name: "hostile",
    title: "Hostile requests",
    about: "Malformed requests to every endpoint of the local platform, whose speed and memory must hold.",
    pnpm: script("platform", "hostile"),
  },
  {
    name: "tapes",
    title: "Tape replay",
    about: "A response from a tape of a thousand interactions, beside one from a tape of one.",
    pnpm: script("mocks", "playback"),
  },
  {
    name: "dev",
    title: "Development server",
    about:
      "From `npx pnpm dev` to a running product, with empty caches (cold) and again (warm). Memory is that of the whole process tree.",
    pnpm: script("dev", "dev"),
  },
  {
    name: "load",
    title: "A thousand uploads at once",
    about:
      "Recipients upload 2 MB each to the parts of docker compose as processes, a tenth of them first, then all, while two of three sidecars are killed. Each confirmed file is downloaded and compared.",
    prepare: [["build"]],
    pnpm: ["--silent", "exec", "node", "shared/dev/src/load/run-load.ts"],
    needs: "DATABASE_URL",
    isLarge: true,
  },
];
