import type { ListSource } from "./list.models.ts";
import { readList } from "./read-list.ts";

addEventListener("message", ({ data }: MessageEvent<ListSource>) => {
  void readList(data).then((read) => postMessage(read));
});
