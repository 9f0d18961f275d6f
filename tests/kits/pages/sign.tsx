/** Shows the account, and signs with wagmi's hook and with the SDK's own. @module */
import { Mode, useCapabilities, useDisconnect, useSign } from "@sdk/connector";
import type { JSX } from "react";
import { useAccount, useSignMessage } from "wagmi";

/** The account. */
export function Sign(): JSX.Element {
  const { address, connector, status } = useAccount();
  const capabilities = useCapabilities();
  const sign = useSign();
  const wagmis = useSignMessage();
  const disconnect = useDisconnect();
  if (address === undefined) return <p data-testid="nobody">{Mode.CrossPlatform}</p>;
  return (
    <>
      <p data-testid="address">{address}</p>
      <p data-testid="connector">{connector?.id}</p>
      <p data-testid="status">{status}</p>
      <p data-testid="chains">{Object.keys(capabilities.data ?? {}).join()}</p>
      <button
        type="button"
        data-testid="sign"
        onClick={() => sign.mutate({ request: { type: "0x45", data: { message: "hello" } } })}
      >
        Sign
      </button>
      <button
        type="button"
        data-testid="sign-message"
        onClick={() => wagmis.signMessage({ message: "hello" })}
      >
        Sign with wagmi
      </button>
      <button type="button" data-testid="disconnect" onClick={() => disconnect.mutate({})}>
        Disconnect
      </button>
      <p data-testid="signature">{sign.data}</p>
      <p data-testid="message-signature">{wagmis.data}</p>
      <p data-testid="error">{(sign.error ?? wagmis.error ?? disconnect.error)?.message}</p>
    </>
  );
}
