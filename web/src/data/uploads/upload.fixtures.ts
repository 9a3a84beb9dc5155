import type { Upload, UploadPhase } from "./upload.models.ts";

export const upload = (phase: UploadPhase, over: Partial<Upload> = {}): Upload => ({
  id: "upload-1",
  requestId: "r1",
  itemId: "i1",
  name: "letter.pdf",
  size: 1000,
  content: new File([], "letter.pdf"),
  phase,
  ...over,
});
