/** Shows the sites connected to an account, with buttons to disconnect them. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import type { SiteBook } from "../../core/wallet/device/sites.ts";
import { moment } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text.ts";

/** Site list, most recently used first. */
export function Sites(props: {
  record: AccountRecord;
  sites: SiteBook;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, sites, text, tag } = props;
  const { address } = record.account;
  const own = () =>
    sites.list().filter(({ account }) => account.toLowerCase() === address.toLowerCase());
  const [shown, setShown] = useState(own);
  return (
    <section>
      <h3>{text.sites}</h3>
      {shown.length === 0 ? <p class="note" data-testid="home-no-sites">{text.noSites}</p> : null}
      <ul>
        {shown.map(({ origin, name, lastUsed }) => (
          <li key={origin} data-testid="home-site">
            <p>
              <strong>
                <bdi dir="ltr">{origin.replace(/^https:\/\//, "")}</bdi>
              </strong>
              <span class="note">
                <bdi>{name}</bdi>
              </span>
            </p>
            <span class="note">{text.lastUsed(moment(BigInt(lastUsed), tag) ?? "–")}</span>
            <button
              type="button"
              data-testid="home-site-cut"
              onClick={() => {
                sites.forget(origin, address);
                setShown(own());
              }}
            >
              {text.disconnect}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
