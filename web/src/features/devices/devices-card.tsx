import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Device } from "../../data/devices/device.models.ts";
import { myDevicesOptions } from "../../data/devices/my-devices.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/forms/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { DeviceRow } from "./device-row.tsx";
import { DevicesSkeleton } from "./devices-skeleton.tsx";
import styles from "./devices.module.css";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { SignOutDeviceDialog } from "./sign-out-device-dialog.tsx";
import { SignOutOthersDialog } from "./sign-out-others-dialog.tsx";

interface DevicesCardProps {
  userId: string;
  /** Leaves the page even if it fails. */
  onSignOutEverywhere: () => Promise<unknown>;
}

export function DevicesCard({ userId, onSignOutEverywhere }: DevicesCardProps) {
  const devices = useQuery(myDevicesOptions({ userId }));
  const [pending, setPending] = useState<Device | "others">();
  const others = devices.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const content = [...others.map(({ id }) => id), pending === undefined ? "" : "asking"].join();
  const { group, groupProps } = useFocusFallback(content);
  const close = () => setPending(undefined);

  return (
    <SectionCard
      title="Signed-in devices"
      text="Devices where you’re signed in. Sign out any you don’t recognise."
      busy={devices.isPending}
    >
      <div ref={group} tabIndex={-1} className={styles["group"]} {...groupProps}>
        {devices.isPending && <DevicesSkeleton />}
        {devices.isError && !devices.data && (
          <ErrorState
            level={3}
            error={errorSentences(devices.error)}
            onRetry={() => void devices.refetch()}
            busy={devices.isFetching}
          />
        )}
        {devices.data && (
          <ul className={styles["devices"]} aria-label="Signed-in devices">
            {devices.data.map((device) => (
              <DeviceRow key={device.id} device={device} onSignOut={() => setPending(device)} />
            ))}
          </ul>
        )}
        {devices.data && others.length === 0 && (
          <p className={styles["alone"]}>You’re only signed in on this device.</p>
        )}
        <div className={styles["several"]}>
          {others.length > 1 && (
            <Button onClick={() => setPending("others")}>Sign out all other devices</Button>
          )}
          <SignOutEverywhere onSignOut={onSignOutEverywhere} />
        </div>
        <SignOutDeviceDialog device={pending === "others" ? undefined : pending} onClose={close} />
        <SignOutOthersDialog open={pending === "others"} count={others.length} onClose={close} />
      </div>
    </SectionCard>
  );
}
