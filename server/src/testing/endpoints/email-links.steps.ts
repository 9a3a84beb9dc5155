import { startPlatformDouble } from "../platform-double.ts";
import type { Scene, Step } from "./scene.ts";

/** The links in emails that act by their token alone. */
export function emailLinkSteps(scene: Scene): Step[] {
  return [
    ...linkSteps(scene, "/email/stop", {
      "the token of an email": '"request"',
      "the token of no email": "null",
    }),
    ...linkSteps(scene, "/email/undo", {
      "the token of a change": '"undone"',
      "a used, old or wrong token": '"expired"',
    }),
    ["GET /email/anything", "any request", () => scene.get("/email/anything")],
  ];
}

/** @param answers situations and what the platform's function answers in them. */
function linkSteps(scene: Scene, path: string, answers: Readonly<Record<string, string>>): Step[] {
  const { get, head, busy, another } = scene;
  const link = `${path}/${"A".repeat(43)}`;
  return [
    [`GET ${path}/:token`, "any token", () => get(link)],
    [`GET ${path}/:token`, "marks around a token", () => get(`${link}.`)],
    [`HEAD ${path}/:token`, "any request", () => head(link)],
    ...Object.entries(answers).map(([situation, answer]): Step => [
      `POST ${path}/:token`,
      `no origin, ${situation}`,
      async () => {
        const platform = await startPlatformDouble();
        platform.respondWith((_request, response) => void response.writeHead(200).end(answer));
        const ready = await another({ platformUrl: platform.url });
        const response = await ready.send({ path: link, method: "POST" });
        await ready.stop();
        platform.stop();
        return response;
      },
    ]),
    [
      `POST ${path}/:token`,
      "the platform does not respond",
      async () => {
        const isolated = await another();
        const response = await isolated.send({ path: link, method: "POST" });
        await isolated.stop();
        return response;
      },
    ],
    [`POST ${path}/:token`, "too many attempts", () => busy(link, "POST")],
  ];
}
