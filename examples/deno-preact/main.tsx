/** The page. @module */
import { Acct, type Address, type Hex, Mode } from "@sdk/core";
import { ReactUIHandler } from "@sdk/ui";
import { type JSX, render } from "preact";
import { useState } from "preact/hooks";

const { provider } = Acct.create({
  apiKey: document.body.dataset.key ?? "",
  appName: "Deno and Preact",
  preference: { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() },
});

function Wallet(): JSX.Element {
  const [address, setAddress] = useState<Address>();
  const [signature, setSignature] = useState<Hex>();
  const [problem, setProblem] = useState("");

  const run = (work: () => Promise<void>) => () =>
    void work().catch((error: Error) => setProblem(error.message));
  const connect = run(async () => {
    const [account] = await provider.request({ method: "eth_requestAccounts" });
    setAddress(account);
  });
  const sign = run(async () => {
    if (address === undefined) return;
    const params = ["0x68656c6c6f", address] as const;
    setSignature(await provider.request({ method: "personal_sign", params }));
  });

  return (
    <>
      <h1>A wallet with Deno and Preact</h1>
      <button type="button" id="connect" onClick={connect}>Connect</button>
      <p>
        Account: <output id="address">{address}</output>
      </p>
      <button type="button" id="sign" disabled={address === undefined} onClick={sign}>
        Sign “hello”
      </button>
      <p>
        Signature: <output id="signature">{signature}</output>
      </p>
      <p role="alert" id="problem">{problem}</p>
    </>
  );
}

render(<Wallet />, document.body);
