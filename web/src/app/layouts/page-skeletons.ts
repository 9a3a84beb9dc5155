import { createContext, type ReactNode, use } from "react";

/** Skeleton for the page at a path. The list's own document knows only the list's, so that it carries no other. */
export const PageSkeletons = createContext<(pathname: string) => ReactNode>(() => null);

export const usePageSkeleton = (pathname: string): ReactNode => use(PageSkeletons)(pathname);
