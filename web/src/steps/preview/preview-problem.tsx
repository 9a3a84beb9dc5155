import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/forms/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";

interface PreviewProblemProps {
  what: string;
  next: string;
  content: Blob;
  name: string;
}

/** In place of a file that can't be shown. */
export function PreviewProblem({ what, next, content, name }: PreviewProblemProps) {
  const download = <Button onClick={() => saveBlob(content, name)}>Download</Button>;
  return <ErrorState error={{ what, next }} action={download} />;
}
