/** The part of the Navigation API that is needed here; TypeScript's DOM does not know it everywhere yet. */
interface NavigationLike {
  addEventListener: (
    type: "navigate",
    listener: (event: NavigateEventLike) => void,
    options: { signal: AbortSignal },
  ) => void;
  traverseTo: (key: string) => unknown;
}

interface NavigateEventLike {
  navigationType: string;
  cancelable: boolean;
  destination: { key: string };
  preventDefault: () => void;
}

/** The browser's Navigation API, where it has one. */
export function navigation(): NavigationLike | undefined {
  return Reflect.get(globalThis, "navigation") as NavigationLike | undefined;
}
