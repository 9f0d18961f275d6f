/** Shows token approvals, and revokes them. @module */
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { listApprovals } from "../../core/client/approvals.ts";
import type { StandingApprovalJson } from "../../core/wire/approvals.ts";
import { isUnlimited } from "../../core/lib/unlimited.ts";
import { exactAmount, list } from "../../ui/text/numbers.ts";
import { apart } from "../parts/phrases.ts";
import type { RoomProps } from "../parts/room.ts";
import { TokenDisc } from "../parts/disc.tsx";
import { Section, useLoaded } from "../parts/loaded.tsx";
import { spenderNames } from "../device/names.ts";
import { endApprovals } from "../device/prompts.ts";
import { RowFoot } from "./row_foot.tsx";

/** Active approvals; renders nothing without any. */
export function Approvals(props: RoomProps): VNode | null {
  const { device, record, text, tag } = props;
  const { address: account } = record.account;
  const loaded = useLoaded(async () => {
    const [{ approvals, missing }, { chains }] = await Promise.all([
      listApprovals(device.service, account),
      device.service.configuration(),
    ]);
    // The event of another user's transaction, about an unlisted token, proves nothing.
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
  const spenderOf = spenderNames(device, text);
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
          const name = apart(spenderOf(spender));
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
                <RowFoot
                  spender={spender}
                  text={text}
                  action={text.endApproval}
                  testid="home-approval-end"
                  onEnd={() => end([approval])}
                />
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
