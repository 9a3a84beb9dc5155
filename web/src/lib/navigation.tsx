import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";

/** The entry of the browser's history that is shown. */
export interface Place {
  pathname: string;
  /** With the leading "?" or "#"; "" if there is none. */
  search: string;
  hash: string;
  /** Passed along by the navigation that led here. */
  state: unknown;
  /** Differs between two visits of one URL. */
  key: string;
  /** `pop`: opened by the browser: the first page, back or forward. */
  direction: "push" | "replace" | "pop";
}

interface Options {
  replace?: boolean | undefined;
  state?: unknown;
}

type Navigate = (href: string, options?: Options) => void;

const NavigationContext = createContext<{ place: Place; navigate: Navigate } | undefined>(undefined);

/**
 * Follows the browser's history. Not a part of the router, which the prerendered pages become usable without.
 *
 * @param at path, where there is no browser.
 */
export function Navigation({ at, children }: { at?: string; children: ReactNode }) {
  const [place, setPlace] = useState(() => (at === undefined ? currentPlace("pop") : prerendered(at)));
  const navigate = useCallback<Navigate>((href, { replace = false, state } = {}) => {
    const entry = { key: Math.random().toString(36).slice(2), state };
    if (replace) history.replaceState(entry, "", href);
    else history.pushState(entry, "", href);
    // The page stays until the next one has loaded.
    startTransition(() => setPlace(currentPlace(replace ? "replace" : "push")));
  }, []);
  useEffect(() => {
    const follow = () => startTransition(() => setPlace(currentPlace("pop")));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const value = useMemo(() => ({ place, navigate }), [place, navigate]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}

function currentPlace(direction: Place["direction"]): Place {
  const { pathname, search, hash } = location;
  const entry: unknown = history.state;
  const { key, state }: { key?: unknown; state?: unknown } =
    typeof entry === "object" && entry !== null ? entry : {};
  return { pathname, search, hash, state, key: typeof key === "string" ? key : "first", direction };
}

function prerendered(pathname: string): Place {
  return { pathname, search: "", hash: "", state: undefined, key: "first", direction: "pop" };
}

function useNavigation() {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error("Navigation is missing around this component.");
  return navigation;
}

export function useLocation(): Place {
  return useNavigation().place;
}

/** The function doesn't change, and takes paths of this site. */
export function useNavigate(): Navigate {
  return useNavigation().navigate;
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** Path on this site. */
  to: string;
  /** Of the new history entry. */
  state?: unknown;
}

export function Link({ to, onClick, state, ...props }: LinkProps) {
  const { place, navigate } = useNavigation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || (props.target ?? "_self") !== "_self") return;
    event.preventDefault();
    navigate(to, { replace: to === place.pathname + place.search + place.hash, state });
  };
  return <a {...props} href={to} onClick={follow} />;
}

/** The browser handles other clicks, for example by opening a tab. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}

/** Navigates as soon as it is shown. */
export function Navigate({ to, replace, state }: Options & { to: string }) {
  const { navigate } = useNavigation();
  const go = useEffectEvent((href: string) => navigate(href, { replace, state }));
  useEffect(() => go(to), [to]);
  return null;
}

/** Parameters of a path such as `/r/:token`; undefined if it doesn't match. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const expected = pattern.split("/");
  const given = pathname.replace(/(?<=.)\/+$/, "").split("/");
  if (expected.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":") && value !== "") parameters[part.slice(1)] = decoded(value);
    else if (part.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
