import { useState } from "react";
import type { Upload } from "../../data/uploads/upload.models.ts";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { announcement } from "./upload-rows.models.ts";

/** Says what became of files to those who do not see the rows. The last sentence stays until there is a newer one. */
export function UploadAnnouncer({ uploads }: { uploads: readonly Upload[] }) {
  const [said, setSaid] = useState({ uploads, message: "" });
  if (said.uploads !== uploads) {
    setSaid({ uploads, message: announcement(said.uploads, uploads) || said.message });
  }
  return <LiveRegion message={said.message} />;
}
