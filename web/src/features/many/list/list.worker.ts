import type { ListSource, SheetChoice } from "./list.models.ts";
import { readList } from "./read-list.ts";

interface Question {
  source: ListSource;
  choice: SheetChoice;
}

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  void readList(data.source, data.choice).then((read) => postMessage(read));
});
