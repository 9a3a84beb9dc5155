import { useQuery } from "@tanstack/react-query";
import { zonedDay } from "../../lib/zoned-day.ts";
import { workspaceSettingsOptions } from "./workspace-settings.query.ts";

/** Tells the day of a moment where the workspace is, by which titles are dated. The user's own until its zone is loaded. */
export function useWorkspaceDay(workspaceId: string): (moment: Date) => string {
  const { data } = useQuery(workspaceSettingsOptions({ workspaceId }));
  return (moment) => zonedDay(moment, data?.zone);
}
