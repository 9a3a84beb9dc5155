import { startPlatformDouble } from "../platform-double.ts";
import type { Scene, Step } from "./scene.ts";

/** The link in emails that stops them. */
export function stopEmailSteps(scene: Scene): Step[] {
  const { get, head, busy, another } = scene;
  const link = "/email/stop/of-nobody";
  return [
    ["GET /email/stop/:token", "any token", () => get(link)],
    ["HEAD /email/stop/:token", "any request", () => head(link)],
    [
      "POST /email/stop/:token",
      "no origin, any token",
      async () => {
        const platform = await startPlatformDouble();
        platform.respondWith((_request, response) => void response.writeHead(204).end());
        const ready = await another({ platformUrl: platform.url });
        const response = await ready.send({ path: link, method: "POST" });
        await ready.stop();
        platform.stop();
        return response;
      },
    ],
    [
      "POST /email/stop/:token",
      "the platform does not respond",
      async () => {
        const isolated = await another();
        const response = await isolated.send({ path: link, method: "POST" });
        await isolated.stop();
        return response;
      },
    ],
    ["POST /email/stop/:token", "too many attempts", () => busy(link, "POST")],
    ["GET /email/anything", "any request", () => get("/email/anything")],
  ];
}
