/** What a browser keeps for this site, for good or for one tab. */
export interface BrowserStore {
  /** Null also where the browser keeps nothing. */
  read(key: string): string | null;
  /** Undefined removes it. Where the browser keeps nothing, nothing happens. */
  write(key: string, value: string | undefined): void;
}

export const deviceStore = storeOf(() => localStorage);
export const tabStore = storeOf(() => sessionStorage);

/** @param storage asked each time: where storage is forbidden, even naming it throws. */
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
        // All that is kept this way is a convenience, so a page without it goes on.
      }
    },
  };
}
