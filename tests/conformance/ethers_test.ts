/** The provider, driven by ethers, an independent library. */
import { assert, assertEquals } from "@std/assert";
import { pathToFileURL } from "node:url";
import {
  type BaseError,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBytes,
} from "viem";
import { until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { openPage } from "./wallet.ts";

/** The part of ethers that is used here. */
interface Ethers {
  readonly BrowserProvider: new (provider: unknown) => BrowserProvider;
  readonly Contract: new (address: string, abi: readonly string[], runner: unknown) => {
    readonly balanceOf: (owner: string) => Promise<bigint>;
    readonly transfer: (to: string, amount: bigint) => Promise<Sent>;
  };
  readonly hashMessage: (message: string | Uint8Array) => Hex;
  readonly TypedDataEncoder: {
    hash(domain: object, types: object, message: object): Hex;
  };
}
interface BrowserProvider {
  getSigner(): Promise<{
    getAddress(): Promise<Hex>;
    signMessage(message: string | Uint8Array): Promise<Hex>;
    signTypedData(domain: object, types: object, message: object): Promise<Hex>;
    sendTransaction(transaction: object): Promise<Sent>;
  }>;
  getNetwork(): Promise<{ readonly chainId: bigint }>;
  getBlockNumber(): Promise<number>;
  getBalance(address: string): Promise<bigint>;
  send(method: string, params: readonly unknown[]): Promise<unknown>;
  call(transaction: object): Promise<Hex>;
  destroy(): void;
}
interface Sent {
  readonly hash: Hex;
  wait(): Promise<{ readonly status: number }>;
}

const friend: Hex = `0x${"a8".repeat(20)}`;

Deno.test("ethers: BrowserProvider from the account to the transaction", async (t) => {
  const path = await locateOne(`${versions.ethers}/dist/ethers.js`);
  const ethers = await import(pathToFileURL(path).href) as Ethers;
  await using stack = await startStack();
  await using page = openPage(stack);
  const provider = new ethers.BrowserProvider(page.provider);
  const [token] = stack.tokens;
  const signer = await provider.getSigner();
  const address = await signer.getAddress();

  const chain = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  /** Verifies a signature on chain (ERC-1271, with ERC-6492 while there is no code). */
  const valid = (hash: Hex, signature: Hex) => chain.verifyHash({ address, hash, signature });

  await t.step("the chain and its reads", async () => {
    assertEquals((await provider.getNetwork()).chainId, BigInt(stack.chainId));
    assert(await provider.getBlockNumber() >= 0);
    assertEquals(await provider.getBalance(address), 0n);
  });

  const signs = async () => {
    const signature = await signer.signMessage("hello");
    assertEquals(await valid(ethers.hashMessage("hello"), signature), true);
    const bytes = hexToBytes("0xff00fe");
    const ofBytes = await signer.signMessage(bytes);
    assertEquals(await valid(ethers.hashMessage(bytes), ofBytes), true);
    assertEquals(await valid(ethers.hashMessage("bye"), signature), false);
    const domain = { name: "Mail", chainId: stack.chainId };
    const types = {
      Mail: [{ name: "from", type: "User" }],
      User: [{ name: "name", type: "string" }],
    };
    const message = { from: { name: "Me" } };
    const typed = await signer.signTypedData(domain, types, message);
    assertEquals(await valid(ethers.TypedDataEncoder.hash(domain, types, message), typed), true);
  };
  await t.step("signs before the account is on chain", signs);

  await t.step("sends a transaction, and waits for it", async () => {
    await stack.mint(token.address, address, 10n);
    const sent = await signer.sendTransaction({ to: friend, value: 0n });
    assertEquals((await sent.wait()).status, 1);
    const contract = new ethers.Contract(token.address, [
      "function transfer(address to, uint256 amount) returns (bool)",
      "function balanceOf(address owner) view returns (uint256)",
    ], signer);
    assertEquals((await (await contract.transfer(friend, 4n)).wait()).status, 1);
    assertEquals(await contract.balanceOf(address), 6n);
  });

  await t.step("signs once it is", signs);

  await t.step("batches through send, with a status at the end", async () => {
    const { id } = await provider.send("wallet_sendCalls", [{
      version: "2.0.0",
      calls: [{ to: friend }, { to: token.address, data: "0x06fdde03" }],
    }]) as { id: string };
    let status = 100;
    await until("it is final", async () => {
      ({ status } = await provider.send("wallet_getCallsStatus", [id]) as { status: number });
      return status !== 100;
    });
    assertEquals(status, 200);
  });

  await t.step("an error keeps its code", async () => {
    const error = await provider.send("wallet_switchEthereumChain", [{ chainId: "0x1" }])
      .then(() => null, (thrown) => thrown as { error?: { code: number }; code?: unknown });
    assertEquals(error?.error?.code ?? error?.code, 4902);
  });

  await t.step("a revert keeps its data", async () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, 10n ** 18n],
    });
    const call = { from: friend, to: token.address, data };
    const direct = await chain.call({ account: friend, to: token.address, data }).then(
      () => null,
      (error: BaseError) =>
        (error.walk((each) => "data" in (each as object)) as { data: Hex } | null)?.data,
    );
    assertEquals(typeof direct === "string" && direct.length > 2, true);
    const thrown = await provider.call(call).then(() => null, (error) => error as { data: Hex });
    assertEquals(thrown?.data, direct);
  });
  provider.destroy();
});
