import { useQuery } from "@tanstack/react-query";
import { Minus, Plus, RectangleVertical, RotateCw, StretchHorizontal } from "lucide-react";
import { filePreviewOptions } from "../../data/files/file-preview.query.ts";
import type { StoredFile } from "../../data/files/file.models.ts";
import type { Preview } from "../../data/files/preview.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Counter } from "../../ui/layout/counter.tsx";
import type { Fit } from "./file-view.models.ts";
import type { FileViewControls } from "./use-file-view.ts";
import styles from "./view-controls.module.css";

interface ViewControlsProps {
  file: StoredFile;
  controls: FileViewControls;
}

/** Controls of a stored file, once it has loaded. */
export function ViewControls({ file, controls }: ViewControlsProps) {
  const { data } = useQuery({ ...filePreviewOptions(file), enabled: false });
  return <PreviewControls kind={data?.preview.kind ?? "none"} controls={controls} />;
}

interface PreviewControlsProps extends Pick<ViewControlsProps, "controls"> {
  kind: Preview["kind"];
}

/** The page in view, how it fits, zoom and rotation. Nothing for a file that isn't shown. */
export function PreviewControls({ kind, controls }: PreviewControlsProps) {
  const { view, pager, fitTo, zoomBy, rotate } = controls;
  if (kind === "none" || kind === "office") return null;
  const fitted = view.fit ?? (kind === "pdf" ? "width" : "page");
  const fit = (to: Fit, label: string, key: string) => (
    <Button
      size="small"
      variant="quiet"
      icon={to === "page" ? <RectangleVertical /> : <StretchHorizontal />}
      aria-label={label}
      aria-pressed={fitted === to && view.zoom === 1}
      title={`${label} (${key})`}
      onClick={() => fitTo(to)}
    />
  );
  return (
    <div className={styles["controls"]}>
      {pager && (
        <Counter
          noun="Page"
          text={`Page ${pager.current}\u00A0of\u00A0${pager.count}`}
          isSingle={pager.count === 1}
          onPrevious={pager.current > 1 ? () => pager.goTo(pager.current - 1) : undefined}
          onNext={pager.current < pager.count ? () => pager.goTo(pager.current + 1) : undefined}
        />
      )}
      <div className={styles["zoom"]} role="group" aria-label="Size">
        <Button
          size="small"
          variant="quiet"
          icon={<Minus />}
          aria-label="Zoom out"
          title="Zoom out (-)"
          onClick={() => zoomBy(-1)}
        />
        {fit("page", "Fit page", "0")}
        {fit("width", "Fit width", "W")}
        <Button
          size="small"
          variant="quiet"
          icon={<Plus />}
          aria-label="Zoom in"
          title="Zoom in (+)"
          onClick={() => zoomBy(1)}
        />
      </div>
      <Button
        size="small"
        className={styles["rotate"]}
        icon={<RotateCw />}
        aria-label="Rotate"
        title="Rotate (T)"
        onClick={rotate}
      />
    </div>
  );
}
