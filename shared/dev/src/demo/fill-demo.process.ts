import process from "node:process";
import { fillDemoWorkspace } from "./demo-workspace.ts";

// Without this process's parent the platform is stopped, too.
process.once("disconnect", () => process.exit());

const [platformUrl = "", workspace = ""] = process.argv.slice(2);
await fillDemoWorkspace(platformUrl, workspace);
process.exit();
