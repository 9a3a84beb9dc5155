import * as v from "valibot";
import { deviceStore } from "./browser-store.ts";

const key = "sheaf:kept-forms";

/** Milliseconds. */
const maxAge = 30 * 24 * 60 * 60 * 1000;
/** The oldest beyond these are dropped. */
const maxForms = 20;

const Form = v.object({
  name: v.string(),
  userId: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  content: v.unknown(),
});

type Form = v.InferOutput<typeof Form>;
export type Owner = Pick<Form, "name" | "userId">;

/**
 * Unsent content of a form. It outlives the page and the session, because a session can end while the user types;
 * signing out in the same tab removes it.
 */
export function keptForm(owner: Owner): unknown {
  return read().find(isOf(owner))?.content;
}

/** @param content a JSON value; undefined once it has been sent or discarded. */
export function keepForm(owner: Owner, content: unknown): void {
  const forms = read();
  const others = forms.filter((form) => !isOf(owner)(form));
  if (content !== undefined) others.push({ ...owner, at: Date.now(), content });
  else if (others.length === forms.length) return;
  write(others.slice(-maxForms));
}

/** Removes the forms of everybody who used this browser. */
export function forgetForms(): void {
  write([]);
}

function isOf(owner: Owner): (form: Form) => boolean {
  return (form) => form.name === owner.name && form.userId === owner.userId;
}

function read(): Form[] {
  try {
    const forms = v.parse(v.array(Form), JSON.parse(deviceStore.read(key) ?? "[]"));
    return forms.filter(({ at }) => Math.abs(Date.now() - at) < maxAge);
  } catch {
    return [];
  }
}

function write(forms: Form[]): void {
  deviceStore.write(key, forms.length === 0 ? undefined : JSON.stringify(forms));
}
