import process from "node:process";
import { limits } from "@sheaf/contract/limits";
import { localPlatform } from "@sheaf/contract/local-platform";
import react from "@vitejs/plugin-react";
import { createServer, defineConfig, type HtmlTagDescriptor, type Plugin, type ViteDevServer } from "vite";
import * as v from "valibot";
import { mapsApart } from "./vite/maps-apart.plugin.ts";
import { precompressed } from "./vite/precompressed.plugin.ts";

/** Where a session is recorded by hand, in QA mode with a platform. */
const recorder = process.env["RECORDER_URL"];
const sidecar = process.env["SIDECAR_URL"] ?? "http://localhost:3001";

/**
 * In development nobody stands between Vite and the page, so Vite fills the placeholders that the sidecar fills
 * in production. The defaults are the local platform's.
 */
function pageConfig(env: NodeJS.ProcessEnv): Plugin {
  const values: Record<string, string> = {
    SUPABASE_URL: env["SUPABASE_URL"] ?? localPlatform.url,
    SUPABASE_PUBLISHABLE_KEY: env["SUPABASE_PUBLISHABLE_KEY"] ?? localPlatform.publishableKey,
    MAX_FILE_BYTES: env["MAX_FILE_BYTES"] ?? String(limits.fileBytes),
  };
  return {
    name: "sheaf-page-config",
    apply: "serve",
    transformIndexHtml: (html) =>
      html.replaceAll(/%([A-Z_]+)%/g, (whole, name: string) => values[name] ?? whole),
  };
}

/**
 * Style sheets load with the part of the page that needs them, in no fixed order, and the first one to name a layer
 * decides its rank. So each says the whole order before anything else.
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

const startsWith = /\/src\/app\/door-app\.tsx$|\/node_modules\/(react-dom|scheduler)\//;

const place = "<!--page-->";
const Markup = v.object({ doorMarkup: v.function() });

/**
 * Puts the pages at the door into their documents as markup, drawn by the component that takes them over: they can be
 * read and typed into before any script, and their words stand once. Vite serves `/sign-in` from `sign-in.html` itself.
 */
function standingPages(): Plugin {
  return {
    name: "sheaf-standing-pages",
    transformIndexHtml: async (html, { path, server }) => {
      if (!html.includes(place)) return html;
      const address = path.replace(/\.html$/, "");
      const markup = server ? await drawn(server, address) : await drawnOnce(address);
      return { html: html.replace(place, () => markup), tags: server ? await sheetsOf(server) : [] };
    },
  };
}

const source = "/src/door.markup.tsx";

async function drawn(server: ViteDevServer, address: string): Promise<string> {
  const { doorMarkup } = v.parse(Markup, await server.ssrLoadModule(source));
  return String(doorMarkup(address));
}

/** In development style sheets come with the scripts, and markup that stands before those would stand there bare. */
async function sheetsOf(server: ViteDevServer): Promise<HtmlTagDescriptor[]> {
  const first = await server.environments.ssr.moduleGraph.getModuleByUrl(source);
  const modules = new Set(first && [first]);
  // A set that grows while it is walked is walked to its end.
  for (const module of modules) for (const imported of module.importedModules) modules.add(imported);
  return [...modules]
    .filter(({ url }) => url.endsWith(".css"))
    .map(({ url }) => ({ tag: "link", attrs: { rel: "stylesheet", href: url }, injectTo: "head" }));
}

/** A build has no server that runs the page's own modules, so it borrows one. */
async function drawnOnce(address: string): Promise<string> {
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
    return await drawn(server, address);
  } finally {
    await server.close();
  }
}

/**
 * What a page of the QA mode may reach beside its own origin: nothing, the connection for hot reload being one of its
 * own. A form that is posted here is checked again as it goes on to what stands in for the platform.
 */
const ownOriginOnly = [
  "default-src 'self' 'unsafe-inline' blob: data:",
  "connect-src 'self'",
  `form-action 'self' ${process.env["SUPABASE_URL"] ?? localPlatform.url}`,
  "frame-src 'none'",
  "object-src 'none'",
].join("; ");

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    pageConfig(process.env),
    layerOrder(),
    standingPages(),
    mapsApart(),
    mode !== "mocks" && precompressed(),
  ],
  server: {
    port: 3000,
    strictPort: true,
    proxy: {
      "/auth": sidecar,
      "/healthz": sidecar,
      "/readyz": sidecar,
      ...(mode === "mocks" && { "/mocks/": sidecar }),
      ...(recorder !== undefined && { "/recorder/": recorder }),
    },
    ...(mode === "mocks" &&
      recorder === undefined && { headers: { "Content-Security-Policy": ownOriginOnly } }),
  },
  define: { "import.meta.env.VITE_RECORDS": JSON.stringify(recorder !== undefined) },
  build: {
    // A data: URL or an inlined script would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // The oldest browsers that have `light-dark()`, nesting and layers themselves; popovers ask for as much.
    target: ["chrome123", "firefox125", "safari17.5"],
    sourcemap: "hidden",
    // Every browser above knows it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "sign-in.html", "sign-up.html"],
      // What all three begin with, in one file: two dozen small ones weigh 5 kB more. The application's own start page
      // then carries the door as well, so that signing out finds it there without a network.
      output: { codeSplitting: { groups: [{ name: "start", test: startsWith }] } },
    },
  },
}));
