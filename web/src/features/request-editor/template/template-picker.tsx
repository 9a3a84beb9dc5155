import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Circle, CircleDashed, LayoutTemplate } from "lucide-react";
import { useState } from "react";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { toSections } from "../../../data/items/sections.models.ts";
import { useAddStarterSet } from "../../../data/templates/add-starter-set.mutation.ts";
import type { Template } from "../../../data/templates/template.models.ts";
import { matching, searchFrom, usedText } from "../../../data/templates/template-text.models.ts";
import { templatesOptions } from "../../../data/templates/templates.query.ts";
import { type ErrorSentences, errorSentences, errorText, toAppError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useNow } from "../../../lib/now.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./template-picker.module.css";

interface TemplatePickerProps {
  workspaceId: string;
  /** Fails with an `AppError`. */
  onPick: (template: Template) => Promise<void>;
  onClose: () => void;
}

/** Choice of a template, with a preview of its items. */
export function TemplatePicker({ workspaceId, onPick, onClose }: TemplatePickerProps) {
  const templates = useQuery(templatesOptions({ workspaceId }));
  const [chosenId, setChosenId] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorSentences>();
  const [search, setSearch] = useState("");
  const starters = useAddStarterSet();
  const now = useNow();
  const current = templates.data?.filter(({ isArchived }) => !isArchived) ?? [];
  const found = matching(current, search);
  const chosen = found.find(({ id }) => id === chosenId) ?? found[0];

  const pick = async () => {
    if (!chosen || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onPick(chosen);
      onClose();
    } catch (error) {
      const failed = toAppError(error);
      // The page behind compares the two versions.
      if (failed.code === "request.stale") return onClose();
      setFailure(errorSentences(failed));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      size="large"
      title="Add from template"
      onClose={onClose}
      footer={
        chosen && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={isBusy} disabled={chosen.items === 0} onClick={() => void pick()}>
              Add items
            </Button>
          </>
        )
      }
    >
      {failure && (
        <Notice tone="returned" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
      {templates.isPending && <Skeleton height="280px" radius="10px" />}
      {templates.isError && !templates.data && (
        <ErrorState
          level={3}
          error={errorSentences(templates.error)}
          onRetry={() => void templates.refetch()}
          busy={templates.isFetching}
        />
      )}
      {current.length >= searchFrom && (
        <TextInput
          type="search"
          className={styles["search"]}
          aria-label="Search templates"
          placeholder="Search by title"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // The dialog is inside the form of the request, which Enter would send.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      {current.length > 0 && !chosen && <p role="status">Nothing matches “{search.trim()}”.</p>}
      {starters.error && (
        <Notice tone="returned" announce>
          {errorText(starters.error)}
        </Notice>
      )}
      {templates.data && current.length === 0 && (
        <EmptyState
          icon={<LayoutTemplate />}
          title={templates.data.length === 0 ? "No templates yet" : "All templates are archived"}
          text={
            templates.data.length === 0 ? "Begin with five examples, which you can change or delete." : ""
          }
          action={
            templates.data.length === 0 ? (
              <Button
                variant="primary"
                busy={starters.isPending}
                onClick={() => starters.mutate({ workspaceId, existing: [] })}
              >
                Add examples
              </Button>
            ) : (
              <Link className={buttonClass()} to={pages.templates.href()}>
                Open templates
              </Link>
            )
          }
        />
      )}
      {chosen && (
        <div className={styles["panes"]}>
          <div
            className={styles["choices"]}
            role="radiogroup"
            aria-label="Templates"
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // The dialog is inside the form of the request, which Enter would send.
              event.preventDefault();
              void pick();
            }}
          >
            {found.map((template, place) => (
              <label key={template.id} className={styles["choice"]} style={{ order: place }}>
                <input
                  type="radio"
                  name="template"
                  checked={template.id === chosen.id}
                  onChange={() => setChosenId(template.id)}
                />
                <span>
                  <UserText as="span" className={styles["title"]}>
                    {template.title}
                  </UserText>
                  <span className={styles["count"]}>
                    {formatCount(template.items, "item")}. {usedText(template, { now })}.
                  </span>
                </span>
                <ChevronRight aria-hidden="true" />
              </label>
            ))}
          </div>
          <Preview template={chosen} place={found.indexOf(chosen)} />
        </div>
      )}
    </Dialog>
  );
}

interface PreviewProps {
  template: Template;
  /** Of the template among the others; a narrow preview stands just below it. */
  place: number;
}

function Preview({ template, place }: PreviewProps) {
  const request = useQuery(requestOptions({ id: template.id }));
  return (
    // Scrolls, so the keyboard must reach it.
    <section
      className={styles["preview"]}
      style={{ order: place }}
      aria-label={`Items of ${template.title}`}
      tabIndex={0}
    >
      <UserText as="h3">{template.title}</UserText>
      {template.dueAfterDays !== null && (
        <p className={styles["count"]}>Due {formatCount(template.dueAfterDays, "day")} after you use it.</p>
      )}
      {request.isPending && <Skeleton height="200px" radius="10px" />}
      {request.isError && !request.data && (
        <ErrorState
          level={3}
          error={errorSentences(request.error)}
          onRetry={() => void request.refetch()}
          busy={request.isFetching}
        />
      )}
      {request.data &&
        toSections(request.data.items).map(({ name, items }) => (
          <div key={name} className={styles["section"]}>
            {name !== "" && <UserText as="h4">{name}</UserText>}
            <ul>
              {items.map((item) => (
                <li key={item.id}>
                  {item.isRequired ? <Circle aria-hidden="true" /> : <CircleDashed aria-hidden="true" />}
                  <UserText as="span">{item.title}</UserText>
                  {!item.isRequired && <span className={styles["count"]}>Optional</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  );
}
