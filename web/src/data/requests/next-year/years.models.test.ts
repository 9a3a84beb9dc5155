import { describe, expect, test } from "vitest";
import { moveYears, yearLater } from "./years.models.ts";

describe("years are one later", () => {
  test.each([
    ["Tax return 2025", "Tax return 2026"],
    ["2025", "2026"],
    ["2025 and 2026", "2026 and 2027"],
    ["Statements 2023, 2024 and 2025.", "Statements 2024, 2025 and 2026."],
    ["2023 2024 2025", "2024 2025 2026"],
    [
      "FY2025, TY 2025, FY-2025, 4Q2025, 2025Q1, 2025-Q2",
      "FY2026, TY 2026, FY-2026, 4Q2026, 2026Q1, 2026-Q2",
    ],
    ["Form 1040 2025", "Form 1040 2026"],
    ["1040 2025, W-2 2025 and 1099-INT (2025)", "1040 2026, W-2 2026 and 1099-INT (2026)"],
    ["Tax form 2025", "Tax form 2026"],
    ["Consent Form 2025", "Consent Form 2026"],
    ["2024/25", "2025/26"],
    ["2024-2025", "2025-2026"],
    ["2025/2026", "2026/2027"],
    ["2024–25, 2024—2025", "2025–26, 2025—2026"],
    ["2024-26", "2025-27"],
    ["2005 - 2025", "2006 - 2026"],
    ["1999/00 and 2098/99", "2000/01 and 2099/00"],
    ["2025,2026", "2026,2027"],
    ["31.12.2025", "31.12.2026"],
    ["01.04.2024-31.03.2025", "01.04.2025-31.03.2026"],
    ["12/31/2025, 31-12-2025, 2025-12-31", "12/31/2026, 31-12-2026, 2026-12-31"],
    ["2025.12.31. és 2025. december", "2026.12.31. és 2026. december"],
    ["04/2025, 2025/04 and 2025-04", "04/2026, 2026/04 and 2026-04"],
    ["2024-05", "2025-05"],
    ["Since 1990, until 2100", "Since 1991, until 2101"],
    ["“2025”, (2025), *2025_", "“2026”, (2026), *2026_"],
    ["Bank_2025.pdf", "Bank_2026.pdf"],
    ["2025's statements", "2026's statements"],
    ["Accounts 2025", "Accounts 2026"],
    ["There are no 2025 statements", "There are no 2026 statements"],
  ])("%j → %j", (text, expected) => {
    expect(moveYears(text).text).toBe(expected);
  });

  test.each([
    ["German", "Lohnsteuerbescheinigung 2025 (die 2025er)", "Lohnsteuerbescheinigung 2026 (die 2026er)"],
    ["French", "Avis d’impôt 2025 sur les revenus 2024", "Avis d’impôt 2026 sur les revenus 2025"],
    ["Turkish", "2025'te ödenen vergiler", "2026'te ödenen vergiler"],
    ["Hungarian", "2025-ös bevallás", "2026-ös bevallás"],
    ["Finnish", "Verotus 2025:n tiedot", "Verotus 2026:n tiedot"],
    ["Russian", "Справка за 2025г.", "Справка за 2026г."],
    ["Chinese", "请提供2025年度报税表", "请提供2026年度报税表"],
    ["Japanese", "令和7年（2025年）の源泉徴収票", "令和7年（2026年）の源泉徴収票"],
    ["Korean", "2025년도 연말정산", "2026년도 연말정산"],
    ["Thai", "ภาษีปี2025และ2026", "ภาษีปี2026และ2027"],
    ["Arabic", "كشف حساب ٢٠٢٥ و ٢٠٢٤/٢٥", "كشف حساب ٢٠٢٦ و ٢٠٢٥/٢٦"],
    ["Arabic, after a prefix", "لعام ٢٠٢٩", "لعام ٢٠٣٠"],
    ["Persian digits", "اظهارنامه ۲۰۲۵", "اظهارنامه ۲۰۲۶"],
    ["Hindi", "आयकर रिटर्न २०२५-२६", "आयकर रिटर्न २०२६-२७"],
    ["wide digits", "２０２５年分", "２０２６年分"],
    ["Hebrew", "דוח שנתי 2025", "דוח שנתי 2026"],
  ])("in %s", (_, text, expected) => {
    expect(moveYears(text).text).toBe(expected);
  });

  test.each([
    ["29.02.2024", "28.02.2025"],
    ["2/29/2024 and 2024-02-29", "2/28/2025 and 2025-02-28"],
    ["by 29 February 2024", "by 28 February 2025"],
    ["February 29, 2024", "February 28, 2025"],
    ["29 de febrero de 2024", "28 de febrero de 2025"],
    ["28.02.2027 and 29.12.2024", "28.02.2028 and 29.12.2025"],
    ["٢٩/٠٢/٢٠٢٤", "٢٨/٠٢/٢٠٢٥"],
  ])("and 29 February stays a day: %j", (text, expected) => {
    expect(moveYears(text).text).toBe(expected);
  });
});

test.each([
  "Form 1040",
  "Form 2063",
  "IRS Form 2063, schedule C",
  "Companies Act 2006",
  "GB29 NWBK 6016 1331 2025 19",
  "IBAN DE89 3704 2025 0532 2013 00",
  "NL91ABNA2025164300, MT84MALT2025",
  "+44 2025 2026",
  "Call 020 7946 2018",
  "call 555-2025",
  "Card •••• 2025, ending in 2025, **** 2025",
  "€2000, 2000 €, $ 2000, USD 2000, 2000 EUR, CHF2000, Rs 2000",
  "1,2025 2025.50 2025,5 12:2025",
  "2,000 and 12.000",
  "Up to 2000 words, 2000 characters, 2000 kg",
  "Room 2010, No. 2024, Nr. 2025, #2024, § 2025, ISO 2000",
  "https://tax.example/2025/form?year=2025 and www.tax.example/2025",
  "anna2025@lind.example, tax.example/2025/form.pdf",
  "INV-2025-001, case 123/2025",
  "the 2020s",
  "ABC2025XYZ, A12025, 2025AB12",
  "1989, 2101, 1040, 2568, ۱۴۰۴",
  "20251231 and 120254",
  "FY25/26, 24/25",
  "二〇二五年",
  "",
])("%j stays", (text) => {
  expect(moveYears(text)).toEqual({ text, moved: [] });
});

test("each year that moved is named once, in order", () => {
  expect(moveYears("2025, 2024/25 and 2025").moved).toEqual([
    [2024, 2025],
    [2025, 2026],
  ]);
});

test("a text of the longest kind is read at once", () => {
  const text = `${"2025 1 ".repeat(140)}${"a.".repeat(300)}${"1 2025-".repeat(100)}`;
  const startedAt = performance.now();
  moveYears(text);
  moveYears("9 ".repeat(2000));
  moveYears("a".repeat(4000));
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test.each([
  ["2025-04-30", "2026-04-30"],
  ["2024-02-29", "2025-02-28"],
  ["2027-02-28", "2028-02-28"],
  ["2025-12-31", "2026-12-31"],
])("a year after %s is %s", (day, expected) => {
  expect(yearLater(day)).toBe(expected);
});
