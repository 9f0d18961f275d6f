/** The account by name, and its test dollars. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useContext, useEffect } from "react";
import { useDisconnect } from "@sdk/connector";
import { type Address, formatUnits } from "viem";
import { useReadContract } from "wagmi";
import type { DemoToken } from "../config.ts";
import { tokenAbi } from "../story/step.ts";
import { LanguageContext, useWords } from "../text/language.ts";
import { ActionButton } from "./action_button.tsx";
import { Copy } from "./copy.tsx";
import { Face } from "./face.tsx";
import { nameOf } from "./names.ts";
import { ShowAccount } from "./show_account.tsx";

/** Props of the strip. */
export interface AccountStripProps {
  readonly token: DemoToken;
  readonly address: Address;
  /** Number of completed steps; the balance is read again after each. */
  readonly done: number;
}

/** The strip. */
export function AccountStrip({ token, address, done }: AccountStripProps): JSX.Element {
  const words = useWords();
  const disconnect = useDisconnect();
  const language = useContext(LanguageContext);
  const balance = useReadContract({
    abi: tokenAbi,
    address: token.address,
    functionName: "balanceOf",
    args: [address],
  });
  const { data, refetch } = balance;
  useEffect(() => {
    refetch();
  }, [done]);
  const amount = data === undefined ? "…" : new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Number(formatUnits(data, token.decimals)));
  return (
    <section className="card account" aria-label={words.account}>
      <div className="who">
        <Face address={address} />
        <div>
          <b
            className="name"
            dir="ltr"
            title={address}
            data-testid="address"
            data-address={address}
          >
            {nameOf(address)}
          </b>
          <div className="links">
            <Copy text={address} name={words.copyAddress} />
            <ShowAccount />
            <ActionButton
              testid="disconnect"
              look="link"
              words={words.disconnect}
              busy={disconnect.isPending}
              onPress={() => disconnect.mutate()}
            />
          </div>
        </div>
      </div>
      <b className="balance" dir="ltr" data-testid="balance" data-amount={data?.toString()}>
        {amount} <span className="muted">{token.symbol}</span>
      </b>
    </section>
  );
}
