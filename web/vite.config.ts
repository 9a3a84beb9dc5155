import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { documentOf, entryDocuments, hasSession } from "@sheaf/contract/documents";
import { limits } from "@sheaf/contract/limits";
import { localPlatform } from "@sheaf/contract/local-platform";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import react from "@vitejs/plugin-react";
import { createServer, defineConfig, type HtmlTagDescriptor, type Plugin, type ViteDevServer } from "vite";
import * as v from "valibot";
import { separateSourceMaps } from "./vite/separate-source-maps.plugin.ts";
import { inlinedStyles } from "./vite/inlined-styles.plugin.ts";
import { openAcrReport } from "./vite/open-acr.plugin.ts";
import { pdfResources } from "./vite/pdf-resources.plugin.ts";
import { qaPanel } from "./vite/qa-panel.plugin.ts";
import { precompressed } from "./vite/precompressed.plugin.ts";

/** Recorder for manual recordings in QA mode with a platform. */
const recorder = process.env["RECORDER_URL"];
const sidecar = process.env["SIDECAR_URL"] ?? "http://localhost:3001";

/** Puts what all documents share into the head of each. */
function sharedHead(): Plugin {
  const head = readFileSync(join(import.meta.dirname, "vite", "head.html"), "utf8").trimEnd();
  return {
    name: "sheaf-shared-head",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("<!--head-->", () => head.replaceAll("\n", "\n    ")),
    },
  };
}

/**
 * Fills the placeholders that the sidecar fills in production; in development Vite serves the page itself. The defaults
 * are those of the local platform.
 */
function pageConfig(env: NodeJS.ProcessEnv): Plugin {
  const values: Record<string, string> = {
    SUPABASE_URL: env["SUPABASE_URL"] ?? localPlatform.url,
    SUPABASE_PUBLISHABLE_KEY: env["SUPABASE_PUBLISHABLE_KEY"] ?? localPlatform.publishableKey,
    MAX_FILE_BYTES: env["MAX_FILE_BYTES"] ?? String(limits.fileBytes),
    CAPTCHA_PROVIDER: env["CAPTCHA_PROVIDER"] ?? "",
    CAPTCHA_SITE_KEY: env["CAPTCHA_SITE_KEY"] ?? "",
    PRIVACY_URL: env["PRIVACY_URL"] ?? "",
    SECURITY_URL: env["SECURITY_URL"] ?? "",
    SOURCE_URL: env["SOURCE_URL"] ?? "",
    CONTACT_URL: env["CONTACT_URL"] ?? "",
    RECEIPT_PUBLIC_KEYS: env["RECEIPT_PUBLIC_KEYS"] ?? localReceiptKey.public,
  };
  return {
    name: "sheaf-page-config",
    apply: "serve",
    transformIndexHtml: (html) =>
      html.replaceAll(/%([A-Z_]+)%/g, (whole, name: string) => values[name] ?? whole),
  };
}

/**
 * Puts the layer order at the start of every style sheet. Lazy chunks load style sheets in no fixed order, and the
 * first mention of a layer decides its rank.
 */
function layerOrder(): Plugin {
  return {
    name: "sheaf-layer-order",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.css(\?direct)?$/ },
      handler: (css) => ({ code: `@layer base, ui, features, app;\n${css}`, map: null }),
    },
  };
}

/**
 * Code that a page needs at the same time is one file, with all its imports: two dozen small files weigh 5 kB more and
 * wait for each other. A module goes to the first group that claims it.
 */
const groups = [
  // In every document, and what the sign-in form shares with the signed-in pages.
  {
    name: "start",
    test: /\/src\/(entries\/early-code|app\/(entries\/entry-app|navigation\/stray-auth-parameters|layouts\/plain-layout)|entries\/start-(entry|store)|pages|limits|direction|next-path|cookies|errors\/(session|client)\.errors|lib\/(clock-skew|use-hydrated|auth\/sign-in-method)|ui\/(layout\/(page-title|card|user-text)|forms\/text-input|status\/(chip|segments|status-mark)))\.tsx?$/,
  },
  // Only the form, because the link page has it too.
  { name: "form", test: /\/src\/features\/sign-in\/entry\/sign-in-form\.tsx$/ },
  { name: "auth", test: /\/src\/app\/entries\/auth-entry-app\.tsx$/ },
  // For lists and for the step after the form, which otherwise would be one file.
  { name: "address", test: /\/src\/shown-address\.ts$/ },
  // The session, requests without the platform's client, the error texts and the query cache.
  {
    name: "base",
    test: /\/src\/(app\/(start-page-session|guards\/complete-session|data-provider)|features\/answer\/checklist-skeleton|ui\/(layout\/avatar|status\/skeleton)|lib\/(errors|page-config|platform-fetch|dates|format-count))\.tsx?$|\/node_modules\/@tanstack\/(?!.*\/(infinite|mutationObserver|queriesObserver|use(InfiniteQuery|Mutation|Queries)\b))/,
  },
  // The parts of the query cache that the link page doesn't use.
  { name: "queries", test: /\/node_modules\/@tanstack\// },
  // Loaded with the first refusal.
  { name: "errors", test: /\/src\/errors\/describe-error\.ts$/ },
  // Before the platform's client, which contains the data client.
  { name: "rows", test: /\/src\/lib\/data-client\.ts$/ },
  // The code that sends the first sign-in code, with parts of the auth client.
  { name: "code", test: /\/src\/features\/sign-in\/code-calls\.ts$/ },
  { name: "platform", test: /\/src\/(lib\/(platform|auth\/sign-out)|features\/sign-in\/sign-in-calls)\.ts$/ },
  { name: "steps", test: /\/src\/features\/sign-in\/(code\/emailed-code|entry\/other-ways)\.tsx$/ },
  { name: "landing", test: /\/src\/app\/entries\/landing-entry-app\.tsx$/ },
  { name: "link", test: /\/src\/app\/entries\/link-entry-app\.tsx$/ },
  {
    name: "workspace",
    test: /\/src\/app\/(guards\/require-(session|workspace)|layouts\/(app-layout|list-page-skeleton|page-skeletons))\.tsx?$|\/src\/ui\/(layout\/(tabs|kbd)|forms\/select)\.tsx$/,
  },
  { name: "requests", test: /\/src\/app\/routes\/requests\.tsx$/ },
  // Loaded beside the first rows of the list, which needn't wait for the rest of the interface.
  {
    name: "menu",
    test: /\/src\/(app\/layouts\/account-menu|features\/requests\/filters\/list-filters)\.tsx$/,
  },
  { name: "app", test: /\/src\/app\/app\.tsx$/ },
  // Not its style sheets: that of every document would be among them. Nor the form of a code, which imports sign-in.
  {
    name: "ui",
    test: /\/src\/ui\/(?!theme\/font|forms\/code-form).*\.tsx?$|\/node_modules\/lucide-react\//,
  },
];

const place = "<!--page-->";
const Markup = v.object({ entryMarkup: v.function() });

/**
 * Prerenders pages into their documents with the component that takes them over, so they can be read and filled in
 * before any script runs. Vite serves `/sign-in` from `sign-in.html` by itself; `documentOf` knows the others.
 */
function prerenderedPages(): Plugin {
  return {
    name: "sheaf-prerendered-pages",
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
        const document = documentOf(pathname, { hasSession: hasSession(request.headers.cookie) });
        if (request.method === "GET" && document) request.url = `/${document}${search}`;
        next();
      });
    },
    transformIndexHtml: async (html, { filename, server }) => {
      if (!html.includes(place)) return html;
      const document = basename(filename);
      const markup = server ? await render(server, document) : await renderWithTemporaryServer(document);
      return { html: html.replace(place, () => markup), tags: server ? await sheetsOf(server) : [] };
    },
  };
}

const source = "/src/entries/markup.tsx";

async function render(server: ViteDevServer, document: string): Promise<string> {
  const { entryMarkup } = v.parse(Markup, await server.ssrLoadModule(source));
  return String(await entryMarkup(document));
}

/** In development scripts inject the styles, so prerendered markup needs links to be styled before they run. */
async function sheetsOf(server: ViteDevServer): Promise<HtmlTagDescriptor[]> {
  const first = await server.environments.ssr.moduleGraph.getModuleByUrl(source);
  const modules = new Set(first && [first]);
  // Iterating a set includes entries added during the loop.
  for (const module of modules) for (const imported of module.importedModules) modules.add(imported);
  return [...modules]
    .filter(({ url }) => url.endsWith(".css"))
    .map(({ url }) => ({ tag: "link", attrs: { rel: "stylesheet", href: url }, injectTo: "head" }));
}

/** A build has no server to run the page's modules, so it starts one temporarily. */
async function renderWithTemporaryServer(document: string): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    plugins: [react(), layerOrder()],
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: "custom",
    logLevel: "warn",
  });
  try {
    return await render(server, document);
  } finally {
    await server.close();
  }
}

/**
 * QA mode blocks every origin except the page's own, which includes hot reload. Form posts are checked again after
 * their redirect to the mocked platform, so its URL is allowed too.
 */
const ownOriginOnly = [
  "default-src 'self' 'unsafe-inline' blob: data:",
  "connect-src 'self'",
  `form-action 'self' ${process.env["SUPABASE_URL"] ?? localPlatform.url}`,
  "frame-src 'none'",
  "object-src 'none'",
].join("; ");

export default defineConfig(({ mode }) => ({
  // One per mode: they bundle different dependencies, and each would throw away the other's.
  cacheDir: `node_modules/.vite/${mode}`,
  plugins: [
    react(),
    sharedHead(),
    pageConfig(process.env),
    layerOrder(),
    prerenderedPages(),
    inlinedStyles(),
    pdfResources(),
    openAcrReport(),
    separateSourceMaps(),
    mode === "mocks" ? qaPanel() : precompressed(),
  ],
  server: {
    port: 3000,
    strictPort: true,
    proxy: {
      "/auth": sidecar,
      "/email": sidecar,
      "/healthz": sidecar,
      "/readyz": sidecar,
      ...(mode === "mocks" && { "/mocks/": sidecar }),
      ...(recorder !== undefined && { "/recorder/": recorder }),
    },
    ...(mode === "mocks" &&
      recorder === undefined && { headers: { "Content-Security-Policy": ownOriginOnly } }),
  },
  // Only workers import them, where Vite would find them at first use and reload the page.
  optimizeDeps: { include: ["hash-wasm", "libheif-js/libheif-wasm/libheif-bundle.mjs", "utif2"] },
  // The page polls; see decision 0026.
  resolve: {
    alias: { "@supabase/realtime-js": join(import.meta.dirname, "src", "lib", "without-realtime.ts") },
  },
  define: { "import.meta.env.VITE_RECORDS": JSON.stringify(recorder !== undefined) },
  build: {
    // The content security policy allows no data: URLs and inline scripts.
    assetsInlineLimit: 0,
    // Oldest versions with native `light-dark()`, nesting, layers and popovers.
    target: ["chrome123", "firefox125", "safari17.5"],
    sourcemap: "hidden",
    // Supported by all targets.
    modulePreload: {
      polyfill: false,
      // Every document has loaded these by the time a script loads another; their names would be in every file.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html"
          ? files
          : files.filter((file) => !/\/(rolldown-runtime|start)-[^/]+\.js$/.test(file)),
    },
    rolldownOptions: {
      input: ["index.html", ...entryDocuments],
      output: { codeSplitting: { groups } },
    },
  },
}));
