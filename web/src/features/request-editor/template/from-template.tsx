import { lazy, Suspense, useState } from "react";
import { LayoutTemplate } from "lucide-react";
import type { Template } from "../../../data/templates/template.models.ts";
import { Button } from "../../../ui/forms/button.tsx";

// Most requests are written without one.
const TemplatePicker = lazy(async () => ({
  default: (await import("./template-picker.tsx")).TemplatePicker,
}));

interface FromTemplateProps {
  workspaceId: string;
  /** False keeps the choice closed. */
  onOpen: () => boolean;
  /** Adds the items of the template. Fails with an `AppError`. */
  onPick: (template: Template) => Promise<void>;
}

/** Button that opens the choice of a template. */
export function FromTemplate({ workspaceId, onOpen, onPick }: FromTemplateProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<LayoutTemplate aria-hidden="true" />} onClick={() => setOpen(onOpen())}>
        Add from template
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <TemplatePicker workspaceId={workspaceId} onPick={onPick} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
