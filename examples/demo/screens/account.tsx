/** The account and what it can do. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useState } from "react";
import { type Address, erc20Abi, formatUnits } from "viem";
import { useBalance, useReadContracts } from "wagmi";
import type { DemoConfig } from "../config.ts";
import { ShowAccount } from "../parts/show_account.tsx";
import { SendCard } from "./send_card.tsx";
import { SignCard } from "./sign_card.tsx";

/** The screen. */
export function Account(
  { demo, address }: { readonly demo: DemoConfig; readonly address: Address },
): JSX.Element {
  const native = useBalance({ address });
  const tokens = useReadContracts({
    allowFailure: false,
    contracts: demo.tokens.map((token) => ({
      abi: erc20Abi,
      address: token.address,
      functionName: "balanceOf" as const,
      args: [address] as const,
    })),
  });
  const refresh = () => {
    native.refetch();
    tokens.refetch();
  };
  return (
    <main className="page">
      <section className="card account">
        <div className="account-head">
          <Copyable address={address} />
          <ShowAccount />
        </div>
        <dl className="balances" data-testid="balance">
          <Balance symbol="ETH" amount={native.data?.value} decimals={18} />
          {demo.tokens.map((token, index) => (
            <Balance
              key={token.address}
              symbol={token.symbol}
              amount={tokens.data?.[index]}
              decimals={token.decimals}
            />
          ))}
        </dl>
      </section>
      <div className="columns">
        <SendCard demo={demo} address={address} onDone={refresh} />
        <SignCard address={address} />
      </div>
    </main>
  );
}

/** The address; a press copies it. */
function Copyable({ address }: { readonly address: Address }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const hue = parseInt(address.slice(2, 8), 16) % 360;
  return (
    <div className="who">
      <span className="avatar" style={{ "--hue": hue } as Record<string, unknown>} />
      <div>
        <span className="label">Your account</span>
        <button
          type="button"
          className="address"
          title="Copy"
          onClick={() =>
            navigator.clipboard?.writeText(address).then(() => {
              setCopied(true);
              setTimeout(() => setCopied(false), 1500);
            }, () => {})}
        >
          <code data-testid="address">{address}</code>
          <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        </button>
      </div>
    </div>
  );
}

/** One balance. */
function Balance(props: {
  readonly symbol: string;
  readonly amount: bigint | undefined;
  readonly decimals: number;
}): JSX.Element {
  const { amount, decimals, symbol } = props;
  const text = amount === undefined
    ? "…"
    : Number(formatUnits(amount, decimals)).toLocaleString("en", { maximumFractionDigits: 4 });
  return (
    <div data-symbol={symbol}>
      <dt>{symbol}</dt>
      <dd>{text}</dd>
    </div>
  );
}
