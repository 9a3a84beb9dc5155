import { Monitor, Smartphone } from "lucide-react";
import type { Device } from "../../data/devices/device.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { deviceName, isHandheld } from "./device-name.models.ts";
import styles from "./devices.module.css";

/** One device: what it is, when and from where it was used last. */
export function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
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
          onClick={onEnd}
          aria-label={used ? `End ${name}, last used ${used}` : `End ${name}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
