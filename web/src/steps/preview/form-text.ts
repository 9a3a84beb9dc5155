/** The used part of what pdf.js tells about a note or a field on a page. */
export interface Annotation {
  subtype?: string;
  annotationFlags?: number;
  fieldType?: string | null;
  fieldName?: string;
  /** Its label for screen readers. */
  alternativeText?: string;
  fieldValue?: unknown;
  options?: readonly { exportValue: string; displayValue: string }[];
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  /** Value of a field while this box is ticked. */
  exportValue?: string;
  /** The same of a radio button. */
  buttonValue?: string | null;
  contentsObj?: { str: string };
}

/** Invisible, hidden and not to be viewed. */
const unseen = 0b100011;

/** Values of form fields and texts typed onto a page, which are drawn but aren't part of the page's text. */
export function formText(annotations: readonly Annotation[]): string {
  return annotations
    .filter(({ annotationFlags = 0 }) => (annotationFlags & unseen) === 0)
    .map((annotation) =>
      annotation.subtype === "FreeText" ? (annotation.contentsObj?.str ?? "") : fieldText(annotation),
    )
    .filter((text) => text !== "")
    .join("; ");
}

function fieldText(field: Annotation): string {
  const value = valueOf(field).trim();
  const label = field.alternativeText || field.fieldName || "Field";
  return value === "" ? "" : `${label}: ${value}`;
}

function valueOf(field: Annotation): string {
  const { fieldType, fieldValue, options = [], password = false } = field;
  if (fieldType === "Tx") return typeof fieldValue === "string" && !password ? fieldValue : "";
  if (fieldType === "Ch") {
    const chosen = [fieldValue].flat().filter((value) => typeof value === "string");
    return chosen
      .map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value)
      .join(", ");
  }
  if (fieldType !== "Btn" || typeof fieldValue !== "string" || fieldValue === "Off") return "";
  if (field.checkBox) return fieldValue === field.exportValue ? "ticked" : "";
  return field.radioButton && fieldValue === field.buttonValue ? fieldValue : "";
}
