/** Defines a step of the story: an action of the visitor with a lasting result. @module */
import { type Address, type Hex, parseAbi } from "viem";
import { useWaitForCallsStatus } from "wagmi";
import type { DemoToken } from "../config.ts";

/**
 * The café, which receives tips and may charge the subscription: an address without a known key.
 */
export const cafe: Address = "0x000000000000000000000000000000000000bEEF";

/** The functions of the test token that the story uses. */
export const tokenAbi = parseAbi([
  "function mint(address to, uint256 amount)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
]);

/** Input of each step. */
export interface StepInput {
  /** The account. */
  readonly account: Address;
  /** Contract of the token. */
  readonly token: Address;
  /** Decimals of the token. */
  readonly decimals: DemoToken["decimals"];
  /** Id of the subscription's permission, once it is granted. */
  readonly subscription: Hex | undefined;
}

/** A step in the form that its card shows. */
export interface Step {
  /** Starts the step by opening the wallet. */
  readonly run: () => void;
  /** `user` or `network` while it waits for one of them, or `null`. */
  readonly waits: "user" | "network" | null;
  /** Error of the step, if any. */
  readonly error: unknown;
  /** True if the network rejected it. */
  readonly failed: boolean;
  /** Result of the step: a transaction or a permission. */
  readonly result: Hex | undefined;
}

/** The part of `useSendCalls` that a step reads. */
interface Sent {
  readonly data?: { readonly id: string } | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Follows sent calls until their final status. */
export function useSent(sent: Sent, run: () => void): Step {
  const id = sent.data?.id;
  const { data, error } = useWaitForCallsStatus({
    id,
    pollingInterval: 400,
    query: { enabled: id !== undefined },
  });
  const onTheWay = id !== undefined && data === undefined && error === null;
  return {
    run,
    waits: sent.isPending ? "user" : onTheWay ? "network" : null,
    error: sent.error ?? error,
    failed: data?.status === "failure",
    result: data?.status === "success" ? data.receipts?.[0]?.transactionHash : undefined,
  };
}
