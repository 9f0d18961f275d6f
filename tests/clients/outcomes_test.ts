/**
 * Compares the outcome of a transaction, as developers read it, with the chain: through each
 * library, and for any clock of the device. `CLIENTS=all` (`deno task test clients`) tries
 * everything; without it, two libraries send and fail at two clocks.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbiItem,
  toHex,
} from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { bundlerCodes, BundlerError } from "../../service/chain/node/bundler.ts";
import { operationHash } from "../../service/entry_point/codec.ts";
import { createReorganise } from "../stack/indexer/reorganise.ts";
import { type Failure, type LibraryName, libraryNames } from "./libraries.ts";
import { type Device, startDevice } from "./run.ts";

const all = Deno.env.get("CLIENTS") === "all";
const libraries: readonly LibraryName[] = all ? libraryNames : ["viem", "ethers"];
const outcomes: readonly OutcomeName[] = all
  ? ["success", "reverted", "reorganised", "dropped", "success"]
  : ["success", "reverted"];
const day = 86_400_000;
const clocks: Readonly<Record<string, number>> = all
  ? { "a day slow": -day, right: 0, "10 min fast": 600_000, "a day fast": day }
  : { right: 0, "a day fast": day };

type OutcomeName = "success" | "reverted" | "reorganised" | "dropped";

/** Contract that does nothing until its operation was simulated, and reverts afterwards. */
const trap: Hex = `0x${"7a".repeat(20)}`;
const harmless = "0x00";
const reverting = "0x5f5ffd";

Deno.test("clients: each outcome is read as it is, at every clock", async (t) => {
  await using stack = await startStack();
  const scene = createScene(stack);
  const seen: Record<string, number> = {};
  for (const library of libraries) {
    await using device = startDevice(stack, library === "wagmi 2.19" ? "wagmi_2" : "import_map");
    for (const [clock, ahead] of Object.entries(clocks)) {
      await t.step(`${library}, clock ${clock}`, async (t) => {
        const { address, offset } = await device.ask("open", { library, ahead });
        assert(Math.abs(offset - ahead) < 60_000, "the clock is shifted");
        await scene.endow(address);
        for (const name of outcomes) {
          await t.step(name, async () => {
            await scene.run[name](device, library, address);
            seen[name] = (seen[name] ?? 0) + 1;
          });
        }
      });
    }
  }
  console.log(`seen: ${JSON.stringify(seen)}`);
});

/** Our own error text for each failure. */
const said = {
  reverted: "The operation failed on chain. Only its fee was paid.",
  dropped: "The EntryPoint refused the operation. Nothing was sent. It never landed.",
} as const;

/** Class and code of the error that a library makes of it. */
const errors: Readonly<
  Record<LibraryName, Readonly<Record<keyof typeof said, readonly [name: string, code: unknown]>>>
> = {
  viem: {
    reverted: ["TransactionExecutionError", null],
    dropped: ["TransactionExecutionError", null],
  },
  ethers: { reverted: ["Error", "UNKNOWN_ERROR"], dropped: ["Error", "UNKNOWN_ERROR"] },
  web3: { reverted: ["AcctError", -32507], dropped: ["AcctError", -32500] },
  // wagmi returns viem's errors unchanged.
  "wagmi 2.19": {
    reverted: ["TransactionExecutionError", null],
    dropped: ["TransactionExecutionError", null],
  },
  "wagmi 3": {
    reverted: ["TransactionExecutionError", null],
    dropped: ["TransactionExecutionError", null],
  },
  ox: {
    reverted: ["RpcResponse.InternalError", -32603],
    dropped: ["RpcResponse.InternalError", -32603],
  },
};

/** Checks that a developer reads the actual outcome. */
function assertRead(failure: Failure, library: LibraryName, what: keyof typeof said): void {
  assertEquals([failure.name, failure.code], [...errors[library][what]]);
  assertStringIncludes(failure.text, said[what]);
  assertEquals(failure.data!.cause, what === "reverted" ? what : "operation_refused");
}

/** Produces each outcome, and compares the results of the libraries with the chain. */
function createScene(stack: Stack) {
  const [token] = stack.tokens;
  const chain = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const accounts: Hex[] = [];
  const bundler = { drops: false, springs: false, asked: 0 };
  const { send: honest } = stack.bundler;
  stack.bundler.send = async (operation) => {
    if (bundler.springs) await stack.node.request("anvil_setCode", [trap, reverting]);
    if (!bundler.drops) return await honest(operation);
    // It accepts, forgets, and rejects from then on.
    if (bundler.asked++ === 0) return operationHash(operation, stack.chainId);
    throw new BundlerError(bundlerCodes.rejectedByEntryPoint, "AA24 signature error");
  };
  const reorganise = createReorganise(stack, accounts);

  const payment = () => {
    const to = toHex(crypto.getRandomValues(new Uint8Array(20)));
    const args = [to, 1n] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
    return { to, call: { to: token.address, data } };
  };
  const paid = (to: Hex) =>
    chain.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [to],
    });
  /** Sends a call that must be sent, and returns its hash. */
  const sent = async (device: Device, call: { to: Hex; data: Hex }) => {
    const answer = await device.ask("send", call);
    assert("hash" in answer, `it fails: ${JSON.stringify(answer)}`);
    return answer.hash;
  };
  /** Sends a call that must fail, and returns the failure. */
  const failed = async (device: Device, call: { to: Hex; data: Hex }) => {
    const answer = await device.ask("send", call);
    assert("failure" in answer, `it is sent: ${JSON.stringify(answer)}`);
    return answer.failure;
  };
  /** Waits for a receipt, which must equal the chain's. */
  const receiptOf = async (device: Device, hash: Hex, from: Hex, to: Hex) => {
    // Some libraries poll with each block only, and an idle chain has none.
    let waiting = true;
    const mine = async () => {
      while (waiting) {
        await stack.node.request("anvil_mine", ["0x1"]);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    const mining = mine();
    const receipt = await device.ask("wait", { hash }).finally(() => waiting = false);
    await mining;
    const block = await chain.getBlock({ blockHash: receipt.blockHash });
    assert(block.transactions.includes(receipt.transactionHash), "it is in that block");
    assertEquals(
      [receipt.from, receipt.to].map((each) => each.toLowerCase()),
      [from, to].map((each) => each.toLowerCase()),
    );
    return { ...receipt, number: block.number };
  };

  const run: Readonly<
    Record<OutcomeName, (device: Device, library: LibraryName, from: Hex) => Promise<void>>
  > = {
    async success(device, _library, from) {
      const { to, call } = payment();
      const hash = await sent(device, call);
      const { status, transactionHash } = await receiptOf(device, hash, from, call.to);
      assertEquals([status, transactionHash, await paid(to)], ["success", hash, 1n]);
    },
    async reverted(device, library, from) {
      await stack.node.request("anvil_setCode", [trap, harmless]);
      bundler.springs = true;
      const failure = await failed(device, { to: trap, data: "0x" })
        .finally(() => bundler.springs = false);
      assertRead(failure, library, "reverted");
      const [last] = (await chain.getLogs({
        address: ENTRY_POINT,
        event: parseAbiItem(
          "event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)",
        ),
        args: { sender: from },
        fromBlock: 0n,
      })).slice(-1);
      assertEquals(last!.args.success, false);
      assertEquals(failure.data!.receipt!.transactionHash, last!.transactionHash);
      const { status } = await receiptOf(device, last!.transactionHash, from, trap);
      assertEquals(status, "reverted");
    },
    async reorganised(device, _library, from) {
      const { to, call } = payment();
      const hash = await sent(device, call);
      const before = await receiptOf(device, hash, from, call.to);
      const latest = await chain.getBlockNumber({ cacheTime: 0 });
      assertEquals(await reorganise(Number(latest - before.number) + 1), 1);
      const after = await receiptOf(device, hash, from, call.to);
      assertEquals([after.status, await paid(to)], ["success", 1n]);
      assert(after.blockHash !== before.blockHash, "the first block is gone");
    },
    async dropped(device, library) {
      const { to, call } = payment();
      Object.assign(bundler, { drops: true, asked: 0 });
      const failure = await failed(device, call).finally(() => bundler.drops = false);
      assertRead(failure, library, "dropped");
      assert(bundler.asked > 1, "the bundler was asked again");
      assertEquals(await paid(to), 0n);
    },
  };
  return {
    run,
    async endow(account: Hex) {
      accounts.push(account);
      await stack.mint(token.address, account, 100n);
      // Reorganisations must not take this back.
      await stack.node.request("anvil_mine", ["0x8"]);
    },
  };
}
