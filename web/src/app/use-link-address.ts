import { addressIn } from "@sheaf/contract/addressed-link";
import { useEffect, useState } from "react";
import { useLocation } from "../lib/navigation.tsx";

/**
 * The address that this link was emailed to; "" for a link without one. It is read once and leaves the address bar at once, so
 * that a link that is copied from there, or a screenshot, doesn't name its reader.
 */
export function useLinkAddress(): string {
  const { pathname, search, hash } = useLocation();
  const [address] = useState(() => addressIn(hash));
  useEffect(() => {
    if (address !== "") history.replaceState(history.state, "", pathname + search);
  }, [address, pathname, search]);
  return address;
}
