import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { LayoutTemplate } from "lucide-react";
import { useRef, useState } from "react";
import { useArchiveTemplate } from "../../data/templates/archive-template.mutation.ts";
import { useSaveAsTemplate } from "../../data/templates/save-as-template.mutation.ts";
import { useAddStarterSet } from "../../data/templates/add-starter-set.mutation.ts";
import { starterTemplates } from "../../data/templates/starter-templates.ts";
import type { Template } from "../../data/templates/template.models.ts";
import { matching, searchFrom } from "../../data/templates/template-text.models.ts";
import { templatesOptions } from "../../data/templates/templates.query.ts";
import { useDraftFromTemplate } from "../../data/templates/use-template.mutation.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { errorSentences, errorText, toAppError } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { useNow } from "../../lib/now.ts";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { DeleteTemplateDialog } from "./delete-template-dialog.tsx";
import { TemplateCard } from "./template-card.tsx";
import { TemplatesSkeleton } from "./templates-skeleton.tsx";
import styles from "./templates.module.css";
import { useTemplateFile } from "./use-template-file.ts";

interface TemplatesScreenProps {
  workspace: Workspace;
  /** Several workspaces are told apart by the address. */
  named: string | undefined;
  onMade: (requestId: string) => void;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** A workspace's templates. */
export function TemplatesScreen({ workspace, named, onMade }: TemplatesScreenProps) {
  const workspaceId = workspace.id;
  const now = useNow();
  const templates = useQuery(templatesOptions({ workspaceId }));
  const use = useDraftFromTemplate();
  const duplicate = useSaveAsTemplate();
  const archive = useArchiveTemplate();
  const starters = useAddStarterSet();
  const file = useTemplateFile(workspaceId);
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useState("");
  const [showsArchived, setShowsArchived] = useState(false);
  const [deleting, setDeleting] = useState<Template>();
  const [failure, setFailure] = useState<string>();
  const all = templates.data ?? [];

  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(errorText(toAppError(error)));
    }
  };
  const read = (chosen: File) =>
    attempt(async () => {
      const result = await file.importFile(
        chosen,
        all.map(({ title }) => title),
      );
      if ("problem" in result) return setFailure(result.problem);
      toast({ message: `“${result.title}” imported`, tone: "success" });
    });
  const setArchived = (template: Template, isArchived: boolean) =>
    attempt(async () => {
      await archive.mutateAsync({ templateId: template.id, isArchived });
      toast({
        message: isArchived ? "Template archived" : "Template unarchived",
        action: { label: "Undo", onSelect: () => void setArchived(template, !isArchived) },
      });
    });

  const addStarters = () => starters.mutate({ workspaceId, existing: all.map(({ title }) => title) });
  const archived = all.filter(({ isArchived }) => isArchived);
  const shown = matching(
    all.filter(({ isArchived }) => isArchived === showsArchived),
    search,
  );

  return (
    <>
      <PageTitle>Templates</PageTitle>
      <header className={styles["header"]}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Templates
          </h1>
          <p className={styles["lead"]}>
            Checklists you send again and again. Changing one doesn’t change requests you’ve made from it.
          </p>
        </div>
        <div className={styles["actions"]}>
          {(all.length >= searchFrom || search !== "") && (
            <TextInput
              size="small"
              type="search"
              aria-label="Search by title"
              placeholder="Search by title"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <Button onClick={() => chooser.current?.click()}>Import</Button>
          <Link
            // The examples are what an empty page offers first.
            className={buttonClass({ variant: templates.data && all.length === 0 ? "default" : "primary" })}
            to={pages.newTemplate.href({ workspace: named })}
          >
            New template
          </Link>
        </div>
      </header>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label="Template file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) void read(chosen);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
      {failure && (
        <div className={styles["failure"]}>
          <Notice tone="returned" announce>
            {failure}
          </Notice>
        </div>
      )}
      {starters.error && (
        <div className={styles["failure"]}>
          <Notice tone="returned" announce>
            {errorText(starters.error)}{" "}
            <Button size="small" onClick={addStarters}>
              Add the rest
            </Button>
          </Notice>
        </div>
      )}
      {templates.isPending && <TemplatesSkeleton />}
      {templates.isError && !templates.data && (
        <ErrorState
          error={errorSentences(templates.error)}
          onRetry={() => void templates.refetch()}
          busy={templates.isFetching}
        />
      )}
      {templates.data && (all.length === 0 || starters.isPending) && (
        <EmptyState
          icon={<LayoutTemplate />}
          title="No templates yet"
          text={
            <>
              Save a request as a template, create one from scratch, or start with one of these examples:{" "}
              {list.format(starterTemplates.map(({ title }) => title))}.
            </>
          }
          action={
            <Button variant="primary" busy={starters.isPending} onClick={addStarters}>
              Add examples
            </Button>
          }
        />
      )}
      {all.length > 0 && !starters.isPending && (
        <>
          {(archived.length > 0 || showsArchived) && (
            <div className={styles["archive"]}>
              <Button
                size="small"
                variant="quiet"
                aria-pressed={showsArchived}
                onClick={() => setShowsArchived((now) => !now)}
              >
                {showsArchived ? "Show current templates" : `Show archived (${archived.length})`}
              </Button>
            </div>
          )}
          {shown.length === 0 && (
            <EmptyState
              title={search.trim() === "" ? emptyTitle(showsArchived) : `Nothing matches “${search.trim()}”`}
              action={search.trim() !== "" && <Button onClick={() => setSearch("")}>Clear search</Button>}
            />
          )}
          <div className={styles["grid"]}>
            {shown.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                now={now}
                busy={use.isPending && use.variables.templateId === template.id}
                onUse={() =>
                  void attempt(async () => onMade(await use.mutateAsync({ templateId: template.id })))
                }
                onDuplicate={() =>
                  void attempt(async () => {
                    await duplicate.mutateAsync({ requestId: template.id });
                    toast({ message: `“${template.title}” duplicated` });
                  })
                }
                onExport={() => void attempt(() => file.exportFile(template))}
                onArchive={() => void setArchived(template, !template.isArchived)}
                onDelete={() => setDeleting(template)}
              />
            ))}
          </div>
        </>
      )}
      {deleting && (
        <DeleteTemplateDialog
          template={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined);
            // Deleting leaves lists as they are, for the sake of the draft's own page.
            void templates.refetch();
            heading.current?.focus();
          }}
        />
      )}
    </>
  );
}

const emptyTitle = (showsArchived: boolean) =>
  showsArchived ? "Nothing is archived" : "All templates are archived";
