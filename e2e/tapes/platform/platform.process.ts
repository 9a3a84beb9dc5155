import { join } from "node:path";
import process from "node:process";
import { startPlatform } from "@sheaf/platform";
import type { FromPlatform, ToPlatform } from "./platform-messages.ts";

/**
 * The local platform as a process of its own, which can be told to forget what people did. It ends with the one that
 * started it. In a folder of its own because it is written for Node alone, and everything around it for a browser too.
 */
const [port = "0", siteUrl = "", settings] = process.argv.slice(2);
const say = (message: FromPlatform) => process.send?.(message);

const platform = await startPlatform({
  port: Number(port),
  siteUrl,
  ...(settings !== undefined && {
    config: join(settings, "config.toml"),
    migrations: join(settings, "migrations"),
  }),
});
process.on("message", (message: ToPlatform) => {
  if (message === "reset") void platform.reset().then(() => say({ is: "empty" }));
});
process.on("disconnect", () => void platform.stop());
say({ is: "ready", url: platform.url, mailUrl: platform.mailUrl, anonKey: platform.anonKey });
