import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { workspaceKeys } from "../../data/workspaces/keys.ts";
import { useToast } from "../../ui/overlays/toast.tsx";

/** Tells a member that they were just removed. The page around it refetches their workspaces and leaves this one. */
export function RemovedFromWorkspace({ name }: { name: string }) {
  const cache = useQueryClient();
  const toast = useToast();
  const leave = useEffectEvent(() => {
    toast({ message: `You’re no longer a member of ${name}.`, tone: "problem" });
    void cache.invalidateQueries({ queryKey: workspaceKeys.all() });
  });
  useEffect(() => leave(), []);
  return null;
}
