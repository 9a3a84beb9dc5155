/** `localStorage` or `sessionStorage` that never throws. */
export interface BrowserStore {
  /** Null also if storage is blocked. */
  read(key: string): string | null;
  /** Undefined removes the entry. Does nothing if storage is blocked. */
  write(key: string, value: string | undefined): void;
}

export const deviceStore = storeOf(() => localStorage);
export const tabStore = storeOf(() => sessionStorage);

/** @param storage a function, because even accessing a blocked storage throws. */
function storeOf(storage: () => Storage): BrowserStore {
  return {
    read: (key) => {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        if (value === undefined) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        // Stored values are conveniences; the page works without them.
      }
    },
  };
}
