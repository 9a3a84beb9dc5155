/** After the refused form is drawn, puts the keyboard where the first thing is wrong. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>("form [aria-invalid=true], form [data-has-error=true]");
    field?.focus();
    field?.scrollIntoView({ block: "center" });
  });
}
