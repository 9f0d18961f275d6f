/**
 * A wallet in the browser, as an extension would offer it (EIP-6963), with a key of the test.
 *
 * @module
 */
import { createWalletClient, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import type { BrowserContext } from "./playwright.ts";

/** Members of a context that the other tests do not use. */
export interface Context extends BrowserContext {
  exposeFunction(name: string, run: (json: string) => Promise<string>): Promise<void>;
}

/** The wallet's behaviour, and a log of its actions. */
export interface TestWallet {
  /** The chain that it is on. */
  chainId: number;
  /** Methods requested from it. */
  readonly log: string[];
  /** If true, it signs different data than requested. */
  lie: boolean;
  /** Runs before it sends a transaction. */
  before(): Promise<void>;
}

/** An injected wallet: signs and sends with a key, on the chain of its node. */
export async function injectWallet(
  context: Context,
  rpcUrls: Readonly<Record<number, string>>,
  key: Hex,
): Promise<TestWallet> {
  const account = privateKeyToAccount(key);
  const state: TestWallet = { chainId: 31337, log: [], lie: false, before: async () => {} };
  await context.exposeFunction("testWallet", async (json) => {
    const { method, params = [] } = JSON.parse(json);
    state.log.push(method);
    const client = createWalletClient({
      account,
      chain: { ...foundry, id: state.chainId },
      transport: patientHttp(rpcUrls[state.chainId]),
    });
    const answer = async (): Promise<unknown> => {
      switch (method) {
        case "eth_requestAccounts":
          return [account.address];
        case "eth_chainId":
          return `0x${state.chainId.toString(16)}`;
        case "wallet_switchEthereumChain":
          state.chainId = Number(params[0].chainId);
          return null;
        case "eth_signTypedData_v4": {
          const typed = JSON.parse(params[1]);
          if (state.lie) typed.message.callData = "0x";
          const { EIP712Domain: _, ...types } = typed.types;
          return await account.signTypedData({ ...typed, types });
        }
        case "eth_sendTransaction": {
          const { to, data, gas } = params[0];
          await state.before();
          return await client.sendTransaction({ to, data, gas: BigInt(gas) });
        }
      }
      throw new Error(`the test wallet does not know ${method}`);
    };
    try {
      return JSON.stringify({ result: await answer() });
    } catch (error) {
      return JSON.stringify({ error: (error as Error).message });
    }
  });
  await context.addInitScript({
    content: `(() => {
      const provider = {
        async request(request) {
          const { result, error } = JSON.parse(await testWallet(JSON.stringify(request)));
          if (error !== undefined) throw new Error(error);
          return result;
        },
      };
      const detail = Object.freeze({ info: { name: "Test wallet" }, provider });
      const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
      addEventListener("eip6963:requestProvider", tell);
    })()`,
  });
  return state;
}
