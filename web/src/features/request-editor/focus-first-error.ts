/** After the refused form is drawn, puts the keyboard where the first thing is wrong. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("form [aria-invalid=true], form [data-has-error=true]")?.focus();
  });
}
