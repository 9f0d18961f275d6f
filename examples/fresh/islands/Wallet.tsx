/** The wallet: rendered on the server without an account, and used in the browser. @module */
import { Acct, type Address, type Hex, Mode, type ProviderInterface } from "@sdk/core";
import { ReactUIHandler } from "@sdk/ui";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Props of an island are sent from server to browser, so they must be plain values. */
export interface WalletProps {
  /** Public key for the service. */
  readonly apiKey: string;
}

export default function Wallet({ apiKey }: WalletProps): JSX.Element {
  const [provider, setProvider] = useState<ProviderInterface>();
  const [address, setAddress] = useState<Address>();
  const [signature, setSignature] = useState<Hex>();
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState("");

  // Effects do not run on the server, which has no session to open.
  useEffect(() => {
    const acct = Acct.create({
      apiKey,
      appName: "Fresh",
      preference: { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() },
    });
    setProvider(acct.provider);
    return () => void acct.disconnect();
  }, []);

  const run = (work: (provider: ProviderInterface) => Promise<void>) => () => {
    if (provider !== undefined) work(provider).catch((error: Error) => setProblem(error.message));
  };
  const connect = run(async (provider) => {
    const [account] = await provider.request({ method: "eth_requestAccounts" });
    setAddress(account);
  });
  const sign = run(async (provider) => {
    if (address === undefined) return;
    const params = ["0x68656c6c6f", address] as const;
    setSignature(await provider.request({ method: "personal_sign", params }));
  });
  const send = run(async (provider) => {
    if (address === undefined) return;
    const calls = [{ to: "0x000000000000000000000000000000000000dEaD", value: "0x0" }] as const;
    const { id } = await provider.request({
      method: "wallet_sendCalls",
      params: [{ version: "2.0.0", from: address, calls }],
    });
    for (let code = 100; code === 100;) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      code = (await provider.request({ method: "wallet_getCallsStatus", params: [id] })).status;
      setStatus(String(code));
    }
  });

  return (
    <>
      <button type="button" id="connect" disabled={provider === undefined} onClick={connect}>
        Connect
      </button>
      <p>
        Account: <output id="address">{address}</output>
      </p>
      <button type="button" id="sign" disabled={address === undefined} onClick={sign}>
        Sign “hello”
      </button>
      <p>
        Signature: <output id="signature">{signature}</output>
      </p>
      <button type="button" id="send" disabled={address === undefined} onClick={send}>
        Send nothing
      </button>
      <p>
        Status: <output id="status">{status}</output>
      </p>
      <p role="alert" id="problem">{problem}</p>
    </>
  );
}
