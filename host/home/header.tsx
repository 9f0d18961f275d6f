/** Name and picture of the account, which link to the other accounts. @module */
import type { VNode } from "preact";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { DownIcon } from "../../ui/parts/icons/icons.tsx";
import { Identicon } from "../../ui/parts/icons/identicon.tsx";
import { shortAddress } from "../../ui/text/short_address.ts";
import { ownName } from "../parts/own_name.ts";
import { CopyButton } from "../parts/copy.tsx";
import { SettingsIcon } from "../parts/icons.tsx";
import { hashOf } from "../parts/route.ts";
import type { HomeText } from "../text/home_en.ts";

/** Classes by size. */
const looks = {
  large: "who",
  first: "who first",
  small: "who small",
  over: "who small over",
} as const;

/**
 * The header: `large` on the first tab, `first` in an empty account, and `over` a page only in the
 * bar of a wide window.
 */
export function Header(
  { record, text, size }: {
    record: AccountRecord;
    text: HomeText;
    size: keyof typeof looks;
  },
): VNode {
  const { address } = record.account;
  const isBar = size === "small" || size === "over";
  const account = (
    <a href={hashOf("accounts")} data-testid="home-accounts">
      <bdi data-testid="home-account-name">{ownName(record, text)}</bdi>
      <DownIcon />
    </a>
  );
  return (
    <header class={looks[size]}>
      <Identicon address={address} />
      {size === "over" ? account : <h1>{account}</h1>}
      {isBar ? null : (
        <CopyButton value={address} label={text.copyAddress} done={text.copied}>
          <bdi dir="ltr">{shortAddress(address)}</bdi>
        </CopyButton>
      )}
      <a
        class="round settings"
        href={hashOf("settings")}
        aria-label={text.settings}
        data-testid="home-open-settings"
      >
        <SettingsIcon />
      </a>
    </header>
  );
}
