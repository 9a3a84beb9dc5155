import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Device } from "../../data/devices/device.models.ts";
import { myDevicesOptions } from "../../data/devices/my-devices.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { useKeptFocus } from "../../lib/use-kept-focus.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { DeviceRow } from "./device-row.tsx";
import { DevicesSkeleton } from "./devices-skeleton.tsx";
import styles from "./devices.module.css";
import { EndDeviceDialog } from "./end-device-dialog.tsx";
import { EndOthersDialog } from "./end-others-dialog.tsx";

/** Everywhere the person is signed in, each to be ended from here. */
export function DevicesCard({ userId }: { userId: string }) {
  const devices = useQuery(myDevicesOptions({ userId }));
  const [ending, setEnding] = useState<Device | "others">();
  const others = devices.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const content = [...others.map(({ id }) => id), ending === undefined ? "" : "asking"].join();
  const { group, groupProps } = useKeptFocus(content);
  const close = () => setEnding(undefined);

  return (
    <SectionCard
      title="Signed-in devices"
      text="Everywhere your account is open. End what you do not know or no longer have."
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
              <DeviceRow key={device.id} device={device} onEnd={() => setEnding(device)} />
            ))}
          </ul>
        )}
        {devices.data && others.length === 0 && (
          <p className={styles["alone"]}>Only this device. Nobody is signed in anywhere else.</p>
        )}
        {others.length > 1 && (
          <p>
            <Button onClick={() => setEnding("others")}>End all others</Button>
          </p>
        )}
        <EndDeviceDialog device={ending === "others" ? undefined : ending} onClose={close} />
        <EndOthersDialog open={ending === "others"} count={others.length} onClose={close} />
      </div>
    </SectionCard>
  );
}
