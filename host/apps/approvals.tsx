/** Shows which tokens others may take, and ends it. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { listApprovals } from "../../core/client/approvals.ts";
import type { StandingApprovalJson } from "../../core/protocol/service/mod.ts";
import { isUnlimited } from "../../core/lib/unlimited.ts";
import { exactAmount, list } from "../../ui/text/numbers.ts";
import { apart } from "../activity/sentence.ts";
import type { RoomProps } from "../home/account.tsx";
import { TokenDisc } from "../home/disc.tsx";
import { Section, useLoaded } from "../home/loaded.tsx";
import { addressNames } from "../home/names.ts";
import { endApprovals } from "../prompts.ts";

/** Standing approvals; nothing if there are none. */
export function Approvals(props: RoomProps): VNode | null {
  const { device, record, text, tag } = props;
  const { address: account } = record.account;
  const loaded = useLoaded(async () => {
    const [{ approvals, missing }, { chains }] = await Promise.all([
      listApprovals(device.service, account),
      device.service.configuration(),
    ]);
    // The event of anyone else's transaction, about a token that no list has, proves nothing.
    const rows = approvals.filter(({ own, token }) => own || token.listed).map((approval) => ({
      approval,
      chain: chains.find(({ id }) => id === Number(approval.chainId))?.name ?? approval.chainId,
    }));
    return { rows, missing };
  }, account);
  useEffect(
    () => device.follow(account, ["callsStatusChanged"], loaded.refresh),
    [account],
  );
  const nameOf = addressNames(device);
  const { rows: all, missing } = loaded.value ?? { rows: [], missing: [] };
  if (loaded.value !== null && all.length === 0 && missing.length === 0) return null;
  const end = (some: readonly StandingApprovalJson[]) =>
    void endApprovals(device, record, some).then(loaded.refresh);
  const chains = [...new Map(all.map(({ approval, chain }) => [approval.chainId, chain]))];
  return (
    <Section title={text.approvals} text={text} tag={tag} loaded={loaded}>
      <p class="note">{text.approvalsLine}</p>
      {missing.length === 0
        ? null
        : (
          <p role="alert" class="note" data-testid="home-approvals-missing">
            {text.networksDown(list(missing.map(({ name }) => apart(name)), tag))}
          </p>
        )}
      <ul class="rows">
        {all.map(({ approval, chain }) => {
          const { token, spender, chainId, kind } = approval;
          const amount = BigInt(approval.amount);
          const name = apart(nameOf(spender));
          return (
            <li key={`${chainId} ${token.address} ${spender} ${kind}`} class="row tall">
              <TokenDisc token={token} network={{ id: Number(chainId), name: chain }} />
              <div class="row-text" data-testid="home-approval">
                <b>
                  {kind.startsWith("operator") || isUnlimited(amount)
                    ? text.mayTakeAll(name, apart(token.symbol))
                    : text.mayTake(
                      name,
                      apart(`${exactAmount(amount, token.decimals, tag)}\u00a0${token.symbol}`),
                    )}
                </b>
                <span class="note">
                  <bdi>{chain}</bdi>
                </span>
                <div class="row-foot">
                  <details>
                    <summary class="note">{text.detail}</summary>
                    <code dir="ltr">{spender}</code>
                  </details>
                  <button
                    type="button"
                    class="link danger"
                    data-testid="home-approval-end"
                    onClick={() => end([approval])}
                  >
                    {text.endApproval}
                  </button>
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      {all.length < 2 ? null : chains.map(([chainId, chain]) => (
        <button
          key={chainId}
          type="button"
          data-testid="home-approvals-end"
          onClick={() =>
            end(all.map(({ approval }) => approval).filter((each) => each.chainId === chainId))}
        >
          {text.endApprovals}
          {chains.length > 1 ? ` (${chain})` : ""}
        </button>
      ))}
    </Section>
  );
}
