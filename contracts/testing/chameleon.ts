/** Deploys tokens, and contracts that are not tokens, with the behaviour that a test requires. */
import { type Address, encodeDeployData, encodeFunctionData, type Hex, numberToHex } from "viem";
import { chameleonAbi } from "../artifacts/test/chameleon_abi.ts";
import { chameleonBytecode } from "../artifacts/test/chameleon_bytecode.ts";
import { deployOnce } from "../create2.ts";
import { type Stack, transact } from "./stack.ts";

/** Answers to `balanceOf`, as the contract numbers them. */
export const answers = ["balance", "reverts", "burns", "bomb", "short", "lies"] as const;

/** Name of an answer. */
export type Answer = typeof answers[number];

/** A deployed chameleon. */
export type Chameleon = {
  address: Address;
  /** Changes its answer, and its fee in percent. */
  set(answer: Answer, fee?: bigint): Promise<void>;
  /** Changes its answer after the next transfer. */
  turn(answer: Answer): Promise<void>;
  /** Calls a contract in each transfer, or in each approval of 0. */
  hook(target: Address, data: Hex, onReset?: boolean): Promise<void>;
  mint(to: Address, amount: bigint): Promise<void>;
  rebase(account: Address, amount: bigint): Promise<void>;
  /** The stored balance, independent of its answers. */
  held(account: Address): Promise<bigint>;
  authorised(account: Address): Promise<boolean>;
};

/** Deploys one for each salt. */
export async function deployChameleon(stack: Stack, salt = 0): Promise<Chameleon> {
  const { client } = stack;
  const address = await deployOnce(
    client,
    chameleonBytecode.initCode,
    numberToHex(salt, { size: 32 }),
  );
  return chameleonAt(stack, address);
}

/** Wraps the one at an address. */
export function chameleonAt(stack: Stack, address: Address): Chameleon {
  const { client } = stack;
  const abi = chameleonAbi;
  const send = async (data: Hex) => {
    const { status } = await transact(stack, { to: address, data });
    if (status !== "success") throw new Error("the chameleon reverted");
  };
  return {
    address,
    set: (answer, fee = 0n) =>
      send(
        encodeFunctionData({ abi, functionName: "set", args: [answers.indexOf(answer), fee] }),
      ),
    turn: (answer) =>
      send(encodeFunctionData({ abi, functionName: "turn", args: [answers.indexOf(answer)] })),
    hook: (target, data, onReset = false) =>
      send(encodeFunctionData({ abi, functionName: "setHook", args: [target, data, onReset] })),
    mint: (to, amount) =>
      send(encodeFunctionData({ abi, functionName: "mint", args: [to, amount] })),
    rebase: (account, amount) =>
      send(encodeFunctionData({ abi, functionName: "rebase", args: [account, amount] })),
    held: (account) => client.readContract({ address, abi, functionName: "held", args: [account] }),
    authorised: (account) =>
      client.readContract({ address, abi, functionName: "authorised", args: [account] }),
  };
}

/** Deploys a contract of an artifact with arguments of its constructor. */
export async function deployWith(
  { client }: Stack,
  abi: Parameters<typeof encodeDeployData>[0]["abi"],
  bytecode: Hex,
  args: readonly unknown[] = [],
): Promise<Address> {
  return await deployOnce(client, encodeDeployData({ abi, bytecode, args }));
}
