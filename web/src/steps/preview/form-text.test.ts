import { expect, test } from "vitest";
import { type Annotation, formText } from "./form-text.ts";

const name: Annotation = {
  fieldType: "Tx",
  fieldName: "f1",
  alternativeText: "Full name",
  fieldValue: "Ana",
};
const box: Annotation = { fieldType: "Btn", fieldName: "Agreed", checkBox: true, exportValue: "Yes" };
const options = [{ exportValue: "de", displayValue: "Germany" }];

test.each([
  ["a text by its label", name, "Full name: Ana"],
  ["a text by its name", { ...name, alternativeText: "" }, "f1: Ana"],
  ["an empty text", { ...name, fieldValue: "" }, ""],
  ["a password", { ...name, password: true }, ""],
  ["a hidden text", { ...name, annotationFlags: 2 }, ""],
  ["a ticked box", { ...box, fieldValue: "Yes" }, "Agreed: ticked"],
  ["an empty box", { ...box, fieldValue: "Off" }, ""],
  [
    "a chosen button",
    { fieldType: "Btn", fieldName: "Pay", radioButton: true, buttonValue: "bank", fieldValue: "bank" },
    "Pay: bank",
  ],
  [
    "another button",
    { fieldType: "Btn", fieldName: "Pay", radioButton: true, buttonValue: "cash", fieldValue: "bank" },
    "",
  ],
  [
    "a choice as it is shown",
    { fieldType: "Ch", fieldName: "Country", fieldValue: ["de"], options },
    "Country: Germany",
  ],
  ["a text typed onto the page", { subtype: "FreeText", contentsObj: { str: "Paid in May" } }, "Paid in May"],
  ["a link", { subtype: "Link", contentsObj: { str: "" } }, ""],
] satisfies [string, Annotation, string][])("%s", (_, annotation, expected) => {
  expect(formText([annotation])).toBe(expected);
});

test("several follow each other", () => {
  expect(formText([name, { ...box, fieldValue: "Yes" }])).toBe("Full name: Ana; Agreed: ticked");
});
