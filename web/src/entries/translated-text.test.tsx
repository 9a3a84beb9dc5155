import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { toleratePageTranslation } from "./translated-text.ts";

toleratePageTranslation();

/** Puts an element in the place of a text, as translators do, and lets the page's observers notice. */
async function translate(text: ChildNode | null | undefined, words: string): Promise<HTMLElement> {
  const font = document.createElement("font");
  font.textContent = words;
  text?.replaceWith(font);
  await Promise.resolve();
  return font;
}

const shown = () => document.body.textContent;

function Left({ count, isBusy = false }: { count: number; isBusy?: boolean }) {
  return (
    <p>
      {isBusy && <i>Wait. </i>}
      {count} left <b>of 5</b> files
    </p>
  );
}

test("a page that isn’t translated keeps its errors", () => {
  const [parent, stranger] = [document.createElement("p"), document.createElement("b")];
  expect(() => parent.removeChild(stranger)).toThrow(/child/);
  expect(() => parent.insertBefore(document.createElement("i"), stranger)).toThrow(/child/);
  expect(parent.appendChild(stranger)).toBe(stranger);
  expect(parent.removeChild(stranger)).toBe(stranger);
});

test("what comes before a translated text, and the text itself, can change and go", async () => {
  const { rerender, container } = render(<Left count={4} />);
  const paragraph = container.firstElementChild;
  await translate(paragraph?.childNodes[0], "vier");
  await translate(paragraph?.childNodes[1], " übrig ");
  rerender(<Left count={4} isBusy />);
  expect(shown()).toBe("Wait. vier übrig of 5 files");
  rerender(<Left count={3} />);
  expect(shown()).toBe("3 übrig of 5 files");
  rerender(<>Gone</>);
  expect(shown()).toBe("Gone");
});

test("a sentence that was translated as a whole, with the elements in it, can change and go", async () => {
  const { rerender, container } = render(<Left count={4} />);
  const paragraph = container.firstElementChild;
  const font = await translate(paragraph?.firstChild, "von 5 Dateien fehlen 4");
  font.append(...Array.from(paragraph?.childNodes ?? []).filter((node) => node !== font));
  await Promise.resolve();
  rerender(<Left count={4} isBusy />);
  expect(shown()).toContain("Wait. von 5");
  rerender(<>Gone</>);
  expect(shown()).toBe("Gone");
});

test("a page that is shown in its own language again stays usable", async () => {
  const { rerender, container } = render(<Left count={4} />);
  const text = container.firstElementChild?.firstChild;
  const font = await translate(text, "vier");
  if (text) font.replaceWith(text);
  await Promise.resolve();
  rerender(<Left count={3} isBusy />);
  expect(shown()).toBe("Wait. 3 left of 5 files");
});

test("a translated text that moves takes no second place", async () => {
  const List = ({ names }: { names: string[] }) => names.map((name) => <Row key={name} name={name} />);
  const Row = ({ name }: { name: string }) => <>{name}</>;
  const { rerender, container } = render(<List names={["one", "two", "three"]} />);
  await translate(container.childNodes[0], "eins");
  rerender(<List names={["two", "three", "one"]} />);
  expect(shown()).toBe("twothreeone");
  expect(screen.queryByText("eins")).toBeNull();
});
