import { pages } from "@sheaf/contract/pages";
import { Mail } from "lucide-react";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { SettingRow, SettingRows } from "../../ui/layout/setting-rows.tsx";

/** The account's address. It is changed among the ways to sign in. */
export function AddressCard({ email }: { email: string }) {
  return (
    <SectionCard title="Your email" text="You sign in with this address, and requests are sent to it.">
      <SettingRows label="Your address">
        <SettingRow icon={<Mail aria-hidden="true" />} title={<AddressText text={email} />}>
          <Link className={buttonClass({ variant: "quiet", size: "small" })} to={pages.security.href()}>
            Change in Security
          </Link>
        </SettingRow>
      </SettingRows>
    </SectionCard>
  );
}
