import { useState } from "react";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { Upload } from "../../data/uploads/upload.models.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { uploadFailure } from "./upload-failure.models.ts";
import { announcement } from "./upload-text.models.ts";

interface UploadAnnouncerProps {
  uploads: readonly Upload[];
  items: readonly { id: string; accepts: readonly AcceptedGroup[] }[];
}

/** Announces upload results to screen readers. A message stays until the next one replaces it. */
export function UploadAnnouncer({ uploads, items }: UploadAnnouncerProps) {
  const [announced, setAnnounced] = useState({ uploads, message: "", quarter: -1 });
  if (announced.uploads !== uploads) {
    const explain = ({ itemId, name, size }: Upload, code: string) => {
      const accepts = items.find(({ id }) => id === itemId)?.accepts ?? [];
      return uploadFailure({ code, accepts, name, size, maxFileBytes: pageConfig().maxFileBytes });
    };
    const { message, quarter } = announcement(announced.uploads, uploads, explain, announced.quarter);
    setAnnounced({ uploads, message: message || announced.message, quarter });
  }
  return <LiveRegion message={announced.message} />;
}
