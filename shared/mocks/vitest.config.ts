import { defineConfig } from "vitest/config";
import { scaled } from "../dev/src/tests/scaled.ts";

export default defineConfig({ test: { include: ["src/**/*.test.ts"], testTimeout: scaled(5000) } });
