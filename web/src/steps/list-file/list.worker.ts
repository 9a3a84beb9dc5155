import type { ListSource, ListChoice } from "./list.models.ts";
import { readList } from "./read-list.ts";

interface Question {
  source: ListSource;
  choice: ListChoice;
}

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  void readList(data.source, data.choice).then((read) => postMessage(read));
});
