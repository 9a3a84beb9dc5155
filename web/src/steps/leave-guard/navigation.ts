/** The used part of the Navigation API, which some versions of TypeScript's DOM library lack. */
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

/** Undefined in browsers without the Navigation API. */
export function navigation(): NavigationLike | undefined {
  return Reflect.get(globalThis, "navigation") as NavigationLike | undefined;
}
