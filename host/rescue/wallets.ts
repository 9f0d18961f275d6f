/** Discovers the browser's wallets: EIP-6963, and `window.ethereum` of older ones. @module */
import { type Address, getAddress, type Hex, isAddress, isHex, numberToHex } from "viem";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { Refusal } from "./refusal.ts";

/** A wallet's provider (EIP-1193). */
interface Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
}

/** A wallet that the user can connect. */
export interface AvailableWallet {
  /** Name that the wallet chose, sanitized. */
  readonly name: string;
  /** Requests an address from the wallet. */
  connect(): Promise<Wallet>;
}

/** A connected wallet. */
export interface Wallet {
  /** Address of the wallet. */
  readonly address: Address;
  /** Signs typed data, given as JSON (`eth_signTypedData_v4`). */
  sign(typedData: string): Promise<Hex>;
  /** Sends a transaction; the wallet pays its gas. */
  send(transaction: { to: Address; data: Hex; gas: bigint }): Promise<Hex>;
  /** Switches the wallet to a chain. */
  switchChain(id: number): Promise<void>;
}

/** Reports the present wallets, and each wallet that announces itself later. */
export function watchWallets(onChange: (wallets: readonly AvailableWallet[]) => void): () => void {
  const found = new Map<unknown, AvailableWallet>();
  const add = (provider: Provider, name: unknown) => {
    if (found.has(provider) || typeof provider?.request !== "function") return;
    found.set(provider, {
      name: cleanText(name, MAX_ACCOUNT_NAME_LENGTH) || "Wallet",
      connect: () => connect(provider),
    });
    onChange([...found.values()]);
  };
  const announced = (event: Event) => {
    const { detail } = event as CustomEvent<
      { provider?: Provider; info?: { name?: unknown } } | null
    >;
    if (detail?.provider !== undefined) add(detail.provider, detail.info?.name);
  };
  globalThis.addEventListener("eip6963:announceProvider", announced);
  globalThis.dispatchEvent(new Event("eip6963:requestProvider"));
  const { ethereum } = globalThis as { ethereum?: Provider };
  if (ethereum !== undefined) add(ethereum, "window.ethereum");
  return () => globalThis.removeEventListener("eip6963:announceProvider", announced);
}

async function connect(provider: Provider): Promise<Wallet> {
  const ask = async (method: string, params?: unknown) => {
    try {
      return await provider.request({ method, ...(params !== undefined && { params }) });
    } catch (cause) {
      const message = (cause as { message?: unknown } | null)?.message;
      throw new Refusal("wallet_refused", { detail: cleanText(message, 300), cause });
    }
  };
  const accounts = await ask("eth_requestAccounts");
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== "string" || !isAddress(first, { strict: false })) {
    throw new Refusal("wallet_refused");
  }
  const address = getAddress(first);
  const bytes = (answer: unknown): Hex => {
    if (!isHex(answer)) throw new Refusal("wallet_refused");
    return answer;
  };
  return {
    address,
    sign: async (typedData) => bytes(await ask("eth_signTypedData_v4", [address, typedData])),
    send: async ({ to, data, gas }) =>
      bytes(
        await ask("eth_sendTransaction", [{ from: address, to, data, gas: numberToHex(gas) }]),
      ),
    async switchChain(id) {
      const current = async () => Number(await ask("eth_chainId"));
      if (await current() === id) return;
      await ask("wallet_switchEthereumChain", [{ chainId: numberToHex(id) }]);
      if (await current() !== id) throw new Refusal("wrong_chain");
    },
  };
}
