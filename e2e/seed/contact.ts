/** Name and address of a person. */
export interface Contact {
  email: string;
  name: string;
}
