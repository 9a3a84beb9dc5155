import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";

export function NewWorkspaceCard({ onNew }: { onNew: () => void }) {
  return (
    <SectionCard
      title="Another workspace"
      text="For another firm, or for work that these members shouldn’t see."
      footer={<Button onClick={onNew}>New workspace</Button>}
    />
  );
}
