"use client";
import { useConnect, useSign } from "@sdk/connector";
import { useAccount, useConnectors } from "wagmi";

/** Connects with the SDK's hook, and signs with it. */
export function Account() {
  const { address } = useAccount();
  const [connector] = useConnectors();
  const connect = useConnect();
  const sign = useSign();
  return (
    <>
      <h1>A wallet with React and wagmi</h1>
      <button id="connect" onClick={() => connect.mutate({ connector: connector! })}>
        Connect
      </button>
      <p>
        Account: <output id="address">{address}</output>
      </p>
      <button
        id="sign"
        disabled={address === undefined}
        onClick={() => sign.mutate({ request: { type: "0x45", data: { message: "hello" } } })}
      >
        Sign “hello”
      </button>
      <p>
        Signature: <output id="signature">{sign.data}</output>
      </p>
      <p role="alert" id="problem">{(connect.error ?? sign.error)?.message}</p>
    </>
  );
}
