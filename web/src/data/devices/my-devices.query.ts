import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { type Device, toDevices } from "./device.models.ts";
import { deviceKeys } from "./keys.ts";

async function fetchDevices(signal: AbortSignal): Promise<Device[]> {
  const { data, error } = await dataClient().rpc("my_sessions").abortSignal(signal);
  if (error) throw toAppError(error);
  return toDevices(data);
}

/** Sessions of the signed-in user. Always stale, because users check it when they suspect a break-in. */
export function myDevicesOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: deviceKeys.mine(userId),
    queryFn: ({ signal }) => fetchDevices(signal),
    staleTime: 0,
  });
}
