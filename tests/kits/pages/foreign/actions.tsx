/** Buttons with the hooks of wagmi, and a result each. @module */
import { type JSX, useState } from "react";
import {
  useAccount,
  useConfig,
  useDisconnect,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
} from "wagmi";
import { waitForCallsStatus, waitForTransactionReceipt } from "wagmi/actions";
import { chains, friend, message, orderOf } from "./networks.ts";

/** The account with its buttons. */
export function Actions(): JSX.Element {
  const { address, chainId, connector, status } = useAccount();
  const config = useConfig();
  const [results, setResults] = useState<Readonly<Record<string, string>>>({});
  const { signMessageAsync } = useSignMessage();
  const { signTypedDataAsync } = useSignTypedData();
  const { sendTransactionAsync } = useSendTransaction();
  const { sendCallsAsync } = useSendCalls();
  const { switchChainAsync } = useSwitchChain();
  const { disconnectAsync } = useDisconnect();
  if (address === undefined) return <p data-testid="nobody">none</p>;
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    sign: () => signMessageAsync({ message }),
    typed: () => signTypedDataAsync(orderOf(address, chainId!)),
    async send() {
      const hash = await sendTransactionAsync({ to: friend, value: 1n });
      return (await waitForTransactionReceipt(config, { hash })).status;
    },
    async batch() {
      const { id } = await sendCallsAsync({ calls: [{ to: friend, value: 1n }, { to: friend }] });
      return (await waitForCallsStatus(config, { id })).status;
    },
    switch: async () => (await switchChainAsync({ chainId: chains[1].id })).id,
    disconnect: () => disconnectAsync(),
  };
  const press = (name: string) => {
    const show = (text: string) => setResults((all) => ({ ...all, [name]: text }));
    show("");
    actions[name]!().then(
      (result) => show(String(result)),
      (error) => show(`failed: ${error?.shortMessage ?? error?.message}`),
    );
  };
  return (
    <>
      <p data-testid="address">{address}</p>
      <p data-testid="chain">{chainId}</p>
      <p data-testid="connector">{connector?.name}</p>
      <p data-testid="status">{status}</p>
      {Object.keys(actions).map((name) => (
        <p key={name}>
          <button type="button" data-testid={name} onClick={() => press(name)}>{name}</button>
          <span data-testid={`${name}-result`}>{results[name]}</span>
        </p>
      ))}
    </>
  );
}
