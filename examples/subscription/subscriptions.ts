/** Accepts grants and charges them once per period. @module */
import {
  type Hex,
  isActive,
  periodAt,
  prepareTransaction,
  remaining,
  type WalletGrantPermissionsResponse,
} from "@sdk/core/permission";
import {
  type Chain,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  type LocalAccount,
} from "viem";
import { type Plan, readGrant, type Refusal, Refused } from "./plan.ts";
import type { Charge, Store, Subscription } from "./store.ts";

/** The outcome for one subscription in a round of charging. */
export type Outcome =
  | { readonly id: Hex; readonly outcome: "charged" | "already_charged"; readonly charge: Charge }
  | { readonly id: Hex; readonly outcome: "refused"; readonly reason: Refusal };

/** Dependencies of the server. */
export interface Options {
  /** The offer. */
  readonly plan: Plan;
  /** The plan's chain. */
  readonly chain: Chain;
  /** JSON-RPC of the chain. */
  readonly rpcUrl: string;
  /** The spender's key; it pays the gas. */
  readonly spender: LocalAccount;
  /** Storage of subscriptions. */
  readonly store: Store;
}

/** The subscriptions of a plan. */
export interface Subscriptions {
  /** Accepts the result of `wallet_grantPermissions`, and charges the first period. */
  subscribe(body: unknown): Promise<Outcome>;
  /** Charges all subscribers whose period is not paid yet. */
  charge(): Promise<Outcome[]>;
  /** All subscriptions. */
  list(): readonly Subscription[];
}

/** Opens the subscriptions of a plan. */
export function createSubscriptions(options: Options): Subscriptions {
  const { plan, spender, store } = options;
  const { chain } = options;
  const transport = http(options.rpcUrl);
  const client = createPublicClient({ chain, transport });
  const wallet = createWalletClient({ chain, transport, account: spender });

  // Sequential: two concurrent rounds would both find the period unpaid.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };

  // Limits use the chain's clock, not the server's.
  const chainTime = async (hash?: Hex) =>
    Number((await client.getBlock(hash === undefined ? {} : { blockHash: hash })).timestamp);
  const periodOf = (grant: WalletGrantPermissionsResponse, time: number) =>
    periodAt(grant.start, plan.unit, plan.multiplier, time).from;

  /** Returns the reason why the chain would not allow this charge now; `null` if it would. */
  const refusal = async (grant: WalletGrantPermissionsResponse): Promise<Refusal | null> => {
    const time = await chainTime();
    if (!await isActive(client, grant)) {
      if (time > grant.end) return "expired";
      return time < grant.start ? "not_yet_valid" : "revoked";
    }
    const [left] = await remaining(client, grant);
    return left === undefined || left.amount < plan.amount ? "over_limit" : null;
  };

  /** Sends a charge that was signed and stored, and stores its outcome. */
  const settle = async ({ pending, ...rest }: Subscription): Promise<Charge | null> => {
    if (pending === undefined) return null;
    const { hash, signed } = pending;
    // A repeated submission of the same transaction is rejected as known, or as used up: both are
    // fine.
    await client.sendRawTransaction({ serializedTransaction: signed }).catch(() => {});
    const receipt = await client.waitForTransactionReceipt({ hash });
    const charge = receipt.status === "success"
      // The period that the chain counted, which may have started only after the charge was sent.
      ? { period: periodOf(rest.grant, await chainTime(receipt.blockHash)), hash }
      : null;
    await store.put({ ...rest, charges: charge ? [...rest.charges, charge] : rest.charges });
    return charge;
  };

  const chargeOne = async (id: Hex): Promise<Outcome> => {
    await settle(store.get(id)!);
    const subscription = store.get(id)!;
    const { grant, charges } = subscription;
    const period = periodOf(grant, Math.max(await chainTime(), grant.start));
    const paid = charges.find((charge) => charge.period === period);
    if (paid !== undefined) return { id, outcome: "already_charged", charge: paid };
    const reason = await refusal(grant);
    if (reason !== null) return { id, outcome: "refused", reason };

    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [plan.recipient, plan.amount],
    });
    const use = prepareTransaction(grant, [{ to: plan.token, value: 0n, data }]);
    let signed: Hex;
    try {
      const request = await wallet.prepareTransactionRequest(use);
      signed = await wallet.signTransaction(request);
    } catch {
      // The estimate failed: the account has too little of the token, or the key no gas.
      return { id, outcome: "refused", reason: "failed" };
    }
    // Stored before it is sent: a server that crashes here finds it and never signs a second one.
    await store.put({ ...subscription, pending: { hash: keccak256(signed), signed } });
    const charge = await settle(store.get(id)!);
    if (charge === null) return { id, outcome: "refused", reason: "failed" };
    return { id, outcome: "charged", charge };
  };

  return {
    list: () => store.list(),
    charge: () =>
      inTurn(async () => {
        const outcomes: Outcome[] = [];
        for (const { grant: { permissionId: id } } of store.list()) {
          // A failed charge, such as by a faulty node, does not prevent the others.
          outcomes.push(
            await chargeOne(id).catch((error) => {
              console.error(`${id} was not charged`, error);
              return { id, outcome: "refused", reason: "failed" };
            }),
          );
        }
        return outcomes;
      }),
    subscribe: (body) =>
      inTurn(async () => {
        const grant = readGrant(body, plan, spender.address);
        const id = grant.permissionId;
        if (store.get(id) === undefined) {
          if (!await isActive(client, grant)) {
            throw new Refused("not_granted", "It is not in force on the chain.");
          }
          await store.put({ grant, charges: [] });
        }
        return await chargeOne(id);
      }),
  };
}
