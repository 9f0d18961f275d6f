/** Shows the latest calls of an account. @module */
import type { VNode } from "preact";
import type { ServiceClient } from "../../core/client/client.ts";
import type { CallsHistoryItemJson, ChainJson } from "../../core/protocol/service/mod.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { moment } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text.ts";
import { Section, useLoaded } from "./loaded.tsx";

/** Number of entries shown. */
const MAX_ENTRIES = 10;

/** Activity list, newest first. */
export function Activity(props: {
  record: AccountRecord;
  service: ServiceClient;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, service, text, tag } = props;
  const loaded = useLoaded(async () => {
    const [{ chains }, items] = await Promise.all([
      service.configuration(),
      service.call("wallet_getCallsHistory", {
        address: record.account.address,
        limit: MAX_ENTRIES,
      }),
    ]);
    return items.map((item) => ({ item, chain: chains.find(({ id }) => id === item.chainId) }));
  }, record);
  return (
    <Section title={text.activity} text={text} loaded={loaded}>
      {loaded.value?.length === 0 ? <p class="note">{text.noActivity}</p> : null}
      <ul>
        {loaded.value?.map(({ item, chain }) => (
          <li key={item.id} data-testid="home-activity" data-status={item.status}>
            <p>
              <strong>{text.statuses[item.status]}</strong>
              <span class="note">
                {chain?.name ?? item.chainId} · {moment(BigInt(item.timestamp), tag) ?? ""}
              </span>
            </p>
            <Transaction item={item} chain={chain} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Transaction(
  { item, chain }: { item: CallsHistoryItemJson; chain: ChainJson | undefined },
): VNode | null {
  const hash = item.transactionHash;
  if (hash === null) return null;
  const explorer = chain?.explorer;
  const short = `${hash.slice(0, 12)}…${hash.slice(-8)}`;
  return explorer !== undefined && /^https?:\/\//.test(explorer)
    ? (
      <a
        href={`${explorer.replace(/\/+$/, "")}/tx/${hash}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <code>{short}</code>
      </a>
    )
    : <code>{short}</code>;
}
