import { expect, test } from "vitest";
import { addressedLink, addressIn } from "./addressed-link.ts";

const link = "https://sheaf.example/r/token";

test.each(["anna@lind.example", "anna+tax&more=1#2@lind.example", "anna@bücher.example"])(
  "the address %s comes back from the link",
  (address) => {
    const { hash, pathname, search } = new URL(addressedLink(link, address));
    expect(pathname + search).toBe("/r/token");
    expect(addressIn(hash)).toBe(address);
  },
);

test.each([
  "",
  "#report",
  "#for=",
  "#for=anna",
  "#for=anna%40lind%0A.example",
  "#for=anna%40lind.example?utm_source=mail",
  "#for=%E2%80%AEanna%40lind.example",
  "#for=%E0%A4%A",
  `#for=${"a".repeat(254)}%40lind.example`,
])("the fragment %j holds none", (fragment) => {
  expect(addressIn(fragment)).toBe("");
});
