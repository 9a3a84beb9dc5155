import { join } from "node:path";
import process from "node:process";
import compression from "compression";
import express from "express";
import { createLog } from "../../src/log.ts";
import { requestLog } from "../../src/middleware/request-log.ts";
import { securityHeaders } from "../../src/middleware/security-headers.ts";

/** The alternative: reads files from disk and compresses each response. */
const assets = join(String(process.env["SITE_ROOT"]), "assets");
const app = express();
app.disable("x-powered-by");
app.use(requestLog(createLog({ level: "warn" })));
app.use(
  securityHeaders({ platformUrl: "https://project.example", secure: false, captcha: null, styleHashes: [] }),
);
app.use(compression());
app.use("/assets", express.static(assets, { immutable: true, maxAge: "365d", index: false }));
app.listen(Number(process.env["PORT"]), "localhost", () => process.send?.("listening"));
