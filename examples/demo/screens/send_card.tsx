/** Two calls in one operation. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useEffect } from "react";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  parseAbi,
  parseUnits,
} from "viem";
import { useReadContract, useSendCalls, useWaitForCallsStatus } from "wagmi";
import type { DemoConfig } from "../config.ts";
import { paysOwnFee } from "../parts/own_fee.ts";
import { Problem } from "../parts/problem.tsx";

/** The recipient of a share: an address without a known key. */
const friend: Address = "0x000000000000000000000000000000000000bEEF";
const mintAbi = parseAbi(["function mint(address to, uint256 amount)"]);

/** The card. */
export function SendCard(props: {
  readonly demo: DemoConfig;
  readonly address: Address;
  readonly onDone: () => void;
}): JSX.Element {
  const { demo, address, onDone } = props;
  const [token] = demo.tokens;
  const send = useSendCalls();
  const id = send.data?.id;
  const status = useWaitForCallsStatus({
    id,
    pollingInterval: 400,
    query: { enabled: id !== undefined },
  });
  const gift = useReadContract({
    abi: erc20Abi,
    address: token.address,
    functionName: "balanceOf",
    args: [friend],
  });
  const state = status.data?.status ?? (id === undefined ? undefined : "pending");
  const { refetch } = gift;
  useEffect(() => {
    if (state !== "success" && state !== "failure") return;
    refetch();
    onDone();
    // Once per result: the callbacks are new with each rendering.
  }, [state, id]);

  const amount = (units: string) => parseUnits(units, token.decimals);
  const onSend = () =>
    send.mutate({
      calls: [
        {
          to: token.address,
          data: encodeFunctionData({
            abi: mintAbi,
            functionName: "mint",
            args: [address, amount("100")],
          }),
        },
        {
          to: token.address,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: "transfer",
            args: [friend, amount("20")],
          }),
        },
      ],
    });

  const hash = status.data?.receipts?.[0]?.transactionHash;
  return (
    <section className="card">
      <h2>Two actions, one touch</h2>
      <p className="muted">
        Both happen in one operation, or neither does. {paysOwnFee()
          ? (
            <>
              You pay the fee, in {token.symbol} if you like.{" "}
              <a href="?" data-testid="site-pays">Let the site pay</a>
            </>
          )
          : (
            <>
              The site pays the fee. <a href="?fee=own" data-testid="i-pay">Pay it yourself</a>
            </>
          )}
      </p>
      <ol className="steps">
        <li>
          <span>Receive</span>
          <b>100 {token.symbol}</b>
        </li>
        <li>
          <span>Pass on to a friend</span>
          <b>20 {token.symbol}</b>
        </li>
      </ol>
      <button
        type="button"
        className="primary"
        data-testid="send"
        aria-busy={send.isPending}
        disabled={send.isPending || state === "pending"}
        onClick={onSend}
      >
        {send.isPending ? "Waiting for you…" : state === "pending" ? "On its way…" : "Send"}
      </button>
      <Problem error={send.error ?? status.error} />
      {state === undefined ? null : (
        <div className={`status ${state}`} role="status">
          <span className="light" />
          <div>
            <b data-testid="send-status" data-status={status.data?.statusCode ?? 100}>
              {state === "success" ? "Confirmed" : state === "failure" ? "Failed" : "Pending"}
            </b>
            {hash === undefined
              ? <span className="muted">Handed to the network</span>
              : <code className="hash" data-testid="send-hash">{hash}</code>}
          </div>
        </div>
      )}
      <p className="muted small">
        Your friend holds{" "}
        <b data-testid="friend-balance">
          {gift.data === undefined
            ? "…"
            : Number(formatUnits(gift.data, token.decimals)).toLocaleString("en")} {token.symbol}
        </b>
        .
      </p>
    </section>
  );
}
