import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["src/**/*.test.ts"], testTimeout: scaled(5000) } });
