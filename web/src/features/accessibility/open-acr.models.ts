import { assessedOn } from "./passes.models.ts";
import { type Evidence, evidenceNames } from "./evidence.models.ts";
import { recorded } from "./recorded.models.ts";
import type { Row, Status } from "./rows.models.ts";
import { clauseTables, criteriaTables } from "./tables.models.ts";

interface OpenAcrCriterion {
  num: string;
  components: { name: "web" | "none"; adherence: { level: Status; notes?: string } }[];
}

interface Chapter {
  criteria?: OpenAcrCriterion[];
  notes?: string;
  /** No criteria of the chapter are reported. */
  disabled?: true;
}

/** The report in the fields of OpenACR 0.1.0 and of its catalogue of WCAG 2.2, Section 508 and EN 301 549. */
export function openAcr({ version }: { version: string }) {
  const left = (notes: string): Chapter => ({ notes, disabled: true });
  const chapters: Record<string, Chapter> = {
    ...Object.fromEntries(
      criteriaTables.map(({ id, rows }) => [id, { criteria: rows.map((row) => criterion(row, "web")) }]),
    ),
    success_criteria_level_aaa: left("Level AAA isn't claimed."),
    functional_performance_criteria: left("Section 508 isn't reported."),
    hardware: left("Section 508 isn't reported."),
    software: left("Section 508 isn't reported."),
    support_documentation_and_services: left("Section 508 isn't reported."),
    ...Object.fromEntries(
      clauseTables.map(({ id, rows }) => [id, { criteria: rows.map((row) => criterion(row, "none")) }]),
    ),
    en_301_549_functional_performance: left("Not evaluated apart from chapter 9."),
    "en_301_549_ict_with_two-way_voice": left("Sheaf has no voice communication."),
    en_301_549_ict_with_video: left("Sheaf plays no video."),
    en_301_549_hardware: left("Sheaf has no hardware."),
    "en_301_549_non-web-documents": left("Not evaluated: indexes and receipts that people download."),
    en_301_549_ict_providing_relay_or_emergency_service_access: left("Sheaf has no such service."),
  };
  return {
    title: "Sheaf Accessibility Conformance Report",
    product: {
      name: "Sheaf",
      version,
      description: "Asks people for documents with one link and shows both sides what is still missing.",
    },
    // The format demands an address. The contact of a site is on its page, because each site has its own.
    author: { name: "The makers of Sheaf", email: "" },
    report_date: assessedOn,
    last_modified_date: assessedOn,
    version: 1,
    catalog: "2.5-edition-wcag-2.2-508-eu-en",
    license: "MIT",
    notes:
      "Written by the build from the table that the page /accessibility shows. That page also has the known limits and the contact.",
    evaluation_methods_used: [
      "Automated tests in Chromium and of components. No other browser, no assistive technology and nobody outside took part.",
      "A criterion that no test shows is not evaluated. The names of tests in the rows stand for:",
      ...Object.keys(evidenceNames).map((id) => `- ${id}: ${testOf(id as Evidence)}`),
    ].join("\n"),
    chapters,
  };
}

function testOf(id: Evidence): string {
  const { file, title } = recorded[id];
  return `${title} (${file})`;
}

function criterion({ num, status, remarks, evidence }: Row, name: "web" | "none"): OpenAcrCriterion {
  const notes = [remarks, evidence.length > 0 && `Tests: ${evidence.join(", ")}.`].filter(Boolean).join(" ");
  return { num, components: [{ name, adherence: { level: status, ...(notes && { notes }) } }] };
}
