import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "../forms/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Field } from "../forms/field.tsx";
import { TextInput } from "../forms/text-input.tsx";

const failure = { what: "We can’t reach the service.", next: "Try again." };

function setup(options: { failing?: boolean; withField?: boolean } = {}) {
  const onConfirm = vi.fn<() => void>();
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Delete</Button>
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title="Delete it?"
          cancelLabel="Keep it"
          confirmLabel="Delete it"
          failure={options.failing ? failure : null}
          onConfirm={onConfirm}
        >
          <p>It cannot be brought back.</p>
          {options.withField && (
            <Field label="Your email">
              <TextInput />
            </Field>
          )}
        </ConfirmDialog>
      </>
    );
  }
  render(<Page />);
  return { user: userEvent.setup(), onConfirm };
}

test("a quick Enter cancels and returns focus", async () => {
  const { user, onConfirm } = setup();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep it" }));
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("a field inside gets the initial focus", async () => {
  const { user } = setup({ withField: true });
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Your email"));
});

test("a failure is announced and describes the button for another attempt", async () => {
  const { user, onConfirm } = setup({ failing: true });
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const again = screen.getByRole("button", { name: "Delete it" });
  const message = document.getElementById(again.getAttribute("aria-describedby") ?? "");
  expect(message?.textContent).toBe("We can’t reach the service. Try again.");
  expect(screen.getByRole("alert").contains(message)).toBe(true);
  await user.click(again);
  expect(onConfirm).toHaveBeenCalledOnce();
});
