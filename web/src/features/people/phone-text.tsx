import { phoneHref } from "@sheaf/contract/phone";
import styles from "./person.module.css";

/** A phone number as it was written, which calls it. */
export function PhoneText({ phone }: { phone: string }) {
  if (phone === "") return null;
  const href = phoneHref(phone);
  const number = (
    <bdi dir="ltr" translate="no">
      {phone}
    </bdi>
  );
  return href === undefined ? (
    number
  ) : (
    <a className={styles["phone"]} href={href}>
      {number}
    </a>
  );
}
