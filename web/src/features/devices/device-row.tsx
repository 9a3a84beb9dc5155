import { Monitor, Smartphone } from "lucide-react";
import type { Device } from "../../data/devices/device.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { deviceName, isHandheld } from "@sheaf/contract/device-name";
import styles from "./devices.module.css";

export function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const now = useNow();
  const name = deviceName(device.userAgent);
  const used = device.lastUsedAt && formatWhen(device.lastUsedAt, { now });
  return (
    <li className={styles["device"]}>
      {isHandheld(device.userAgent) ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
      <div className={styles["about"]}>
        <p className={styles["name"]}>
          {name} {device.isCurrent && <Chip tone="accepted">This device</Chip>}
        </p>
        <p className={styles["facts"]}>
          {used && (
            <span>
              Last used <time dateTime={device.lastUsedAt}>{used}</time>
            </span>
          )}
          {device.ip && <span className={styles["ip"]}>{device.ip}</span>}
        </p>
      </div>
      {!device.isCurrent && (
        <Button
          size="small"
          onClick={onSignOut}
          aria-label={used ? `Sign out ${name}, last used ${used}` : `Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
