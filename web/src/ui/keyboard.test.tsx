import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Button } from "./forms/button.tsx";
import { CodeInput } from "./forms/code-input.tsx";
import { Dialog } from "./overlays/dialog.tsx";
import { Field } from "./forms/field.tsx";
import { Menu } from "./overlays/menu.tsx";
import { Tabs } from "./layout/tabs.tsx";
import { TextInput } from "./forms/text-input.tsx";

describe("a menu", () => {
  function setup() {
    const chosen = vi.fn<(label: string) => void>();
    const items = ["Light", "Dark", "System", "Sign out"].map((label) => ({
      label,
      onSelect: () => chosen(label),
    }));
    render(<Menu label="Account" items={items} />);
    return { chosen, user: userEvent.setup(), button: screen.getByRole("button", { name: "Account" }) };
  }
  const item = (name: string) => screen.getByRole("menuitem", { name });

  test("opens with the arrow keys at its first or last item", async () => {
    const { user, button } = setup();
    button.focus();
    await user.keyboard("{ArrowDown}");
    expect(item("Light")).toHaveProperty("ownerDocument.activeElement", item("Light"));
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}{ArrowUp}");
    expect(document.activeElement).toBe(item("Sign out"));
  });

  test("wraps around at its ends and follows typed letters", async () => {
    const { user, button } = setup();
    await user.click(button);
    await user.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(item("Sign out"));
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(item("Light"));
    await user.keyboard("d");
    expect(document.activeElement).toBe(item("Dark"));
  });

  test("closes on Escape without a choice and returns focus to its button", async () => {
    const { user, button, chosen } = setup();
    await user.click(button);
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(chosen).not.toHaveBeenCalled();
  });

  test("runs the item chosen with Enter and returns focus", async () => {
    const { user, button, chosen } = setup();
    await user.click(button);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(chosen).toHaveBeenCalledExactlyOnceWith("Dark");
    expect(document.activeElement).toBe(button);
  });
});

describe("a dialog", () => {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Return this item"
          footer={<Button>Return</Button>}
        >
          <Field label="Reason">
            <TextInput />
          </Field>
        </Dialog>
      </>
    );
  }

  test("is named by its title and closes with its close button", async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    const dialog = screen.getByRole("dialog", { name: "Return this item" });
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("closes on Escape and starts empty the next time", async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.type(screen.getByLabelText("Reason"), "Page 2 is cut off.");
    // Browsers fire this for Escape and for the back gesture; the stub handles no keys.
    const cancel = new Event("cancel", { cancelable: true });
    screen.getByRole("dialog").dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(screen.getByLabelText("Reason")).toHaveProperty("value", "");
  });

  test("stays open when a file chooser inside it is dismissed", async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    act(() => {
      screen.getByLabelText("Reason").dispatchEvent(new Event("cancel", { bubbles: true }));
    });
    expect(screen.getByRole("dialog")).toBeTruthy();
  });
});

describe("a code field", () => {
  function Code({ onComplete }: { onComplete: (digits: string) => void }) {
    const [code, setCode] = useState("");
    return (
      <Field label="Code" error="That code is wrong.">
        <CodeInput length={8} value={code} onChange={setCode} onComplete={onComplete} />
      </Field>
    );
  }
  function setup() {
    const onComplete = vi.fn<(digits: string) => void>();
    render(<Code onComplete={onComplete} />);
    return { onComplete, user: userEvent.setup(), field: screen.getByLabelText("Code") };
  }

  test("is a single field that phones can autofill", () => {
    const { field } = setup();
    expect(field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(field.getAttribute("inputmode")).toBe("numeric");
    expect(screen.getAllByRole("textbox")).toHaveLength(1);
  });

  test("accepts only digits and reports completion once", async () => {
    const { field, user, onComplete } = setup();
    await user.type(field, "41a9 7-0582");
    expect(field).toHaveProperty("value", "41970582");
    expect(onComplete).toHaveBeenCalledExactlyOnceWith("41970582");
  });

  test("accepts a pasted code with spaces", async () => {
    const { field, user, onComplete } = setup();
    await user.click(field);
    await user.paste("4197 0582");
    expect(onComplete).toHaveBeenCalledExactlyOnceWith("41970582");
  });

  test("never inserts a digit between two others", async () => {
    const { field, user } = setup();
    await user.type(field, "4197");
    await user.keyboard("{ArrowLeft}{ArrowLeft}0");
    expect(field).toHaveProperty("value", "41970");
  });

  test("starts over when the whole code is selected", async () => {
    const { field, user, onComplete } = setup();
    await user.type(field, "11111111");
    (field as HTMLInputElement).select();
    await user.keyboard("2");
    expect(field).toHaveProperty("value", "2");
    expect(onComplete).toHaveBeenCalledTimes(1);
  });

  test("is described by its error", () => {
    const { field } = setup();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const error = document.getElementById(field.getAttribute("aria-describedby") ?? "");
    expect(error?.textContent).toBe("That code is wrong.");
  });
});

test("a busy button stays focused and ignores clicks", async () => {
  const press = vi.fn<() => void>();
  render(
    <Button busy onClick={press}>
      Send request
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Send request" });
  button.focus();
  await userEvent.setup().keyboard("{Enter}");
  expect(press).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

test("a click with a modifier key on a tab is left to the browser", async () => {
  const follow = vi.fn<(href: string) => void>();
  render(
    <Tabs label="Filter" tabs={[{ label: "Open", href: "#open", current: true }]} onNavigate={follow} />,
  );
  const user = userEvent.setup();
  await user.keyboard("{Control>}");
  await user.click(screen.getByRole("link", { name: "Open" }));
  await user.keyboard("{/Control}");
  expect(follow).not.toHaveBeenCalled();
  await user.click(screen.getByRole("link", { name: "Open" }));
  expect(follow).toHaveBeenCalledExactlyOnceWith("#open");
});
