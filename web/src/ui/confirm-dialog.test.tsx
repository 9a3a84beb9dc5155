import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

const failure = { what: "We cannot reach the service.", next: "Try again." };

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
          keepLabel="Keep it"
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

test("a quick Enter keeps everything, and focus goes back to where it was", async () => {
  const { user, onConfirm } = setup();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep it" }));
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("a field inside is where typing starts", async () => {
  const { user } = setup({ withField: true });
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Your email"));
});

test("what went wrong is said and read with the button that tries again", async () => {
  const { user, onConfirm } = setup({ failing: true });
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const again = screen.getByRole("button", { name: "Delete it" });
  const said = document.getElementById(again.getAttribute("aria-describedby") ?? "");
  expect(said?.textContent).toBe("We cannot reach the service. Try again.");
  expect(screen.getByRole("alert").contains(said)).toBe(true);
  await user.click(again);
  expect(onConfirm).toHaveBeenCalledOnce();
});
