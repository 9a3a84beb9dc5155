import process from "node:process";
import { limits } from "@sheaf/contract/limits";
import { localPlatform } from "@sheaf/contract/local-platform";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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
      filter: { id: /\/src\/.*\.css$/ },
      handler: (css) => ({ code: `@layer base, ui, features, app;\n${css}`, map: null }),
    },
  };
}

export default defineConfig({
  plugins: [react(), pageConfig(process.env), layerOrder()],
  server: {
    port: 3000,
    strictPort: true,
    proxy: { "/auth": sidecar, "/healthz": sidecar, "/readyz": sidecar },
  },
  build: {
    // A data: URL or an inlined script would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // The oldest browsers that have `light-dark()`, nesting and layers themselves; popovers ask for as much.
    cssTarget: ["chrome123", "firefox125", "safari17.5"],
    sourcemap: "hidden",
  },
});
