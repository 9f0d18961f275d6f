/** An agent with a budget: the implementation of the tools. @module */
import {
  type AgentBudget,
  agentBudget,
  budgetLink,
  type PayingFetch,
  payingFetch,
  type PaymentJournal,
  type PaymentRecord,
  type WalletGrantPermissionsResponse,
} from "@sdk/pay";
import { isActive, remaining } from "@sdk/core/permission";
import {
  createPublicClient,
  erc20Abi,
  formatEther,
  type Hex,
  http,
  isAddressEqual,
  type LocalAccount,
} from "viem";
import { createAmounts } from "./amounts.ts";
import type { Settings } from "./folder.ts";
import { Refused } from "./refused.ts";

/** Dependencies of an agent. */
export interface AgentOptions {
  readonly key: LocalAccount;
  readonly settings: Settings;
  readonly journal: PaymentJournal;
  /** Reads the permission; it can be added or changed while the agent runs. */
  readonly granted: () => Promise<WalletGrantPermissionsResponse | null>;
}

/** A page to fetch. */
export interface PageRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly body?: string | undefined;
  readonly maxAmount?: string | undefined;
  readonly signal: AbortSignal;
}

/** Maximum length of a page's text that is returned, in characters. */
const MAX_PAGE = 100_000;

/** The tools' work. */
export interface Agent {
  balance(): Promise<Record<string, unknown>>;
  page(request: PageRequest): Promise<Record<string, unknown>>;
  send(to: Hex, amount: string, id: string, signal: AbortSignal): Promise<Record<string, unknown>>;
  history(limit: number): Promise<Record<string, unknown>>;
  askBudget(perDay: string, days: number, inAll?: string): Promise<Record<string, unknown>>;
}

/** Opens an agent. */
export function createAgent(options: AgentOptions): Agent {
  const { key, settings, journal } = options;
  const { token, chainId, hosts, recipients = [] } = settings;
  const client = createPublicClient({ transport: http(settings.rpcUrl) });
  const amounts = createAmounts(client, token);

  const permission = async () => {
    const granted = await options.granted();
    if (granted === null) throw new Refused("There is no budget yet. Ask for one: request_budget.");
    if (Number(granted.chainId) !== chainId) throw new Refused("The budget is for another chain.");
    if (!isAddressEqual(granted.spender, key.address)) {
      throw new Refused(`The budget is for another key: this one is ${key.address}.`);
    }
    return granted;
  };
  let opened: { readonly id: string; readonly fetch: PayingFetch } | undefined;
  const paying = async () => {
    const granted = await permission();
    if (opened?.id !== granted.permissionId) {
      const perRequest = BigInt(settings.perRequest);
      const optional = (name: "perHost" | "perDay") =>
        settings[name] === undefined ? {} : { [name]: BigInt(settings[name]) };
      opened = {
        id: granted.permissionId,
        fetch: payingFetch({
          granted,
          key,
          client,
          journal,
          limits: [{ token, perRequest, ...optional("perHost"), ...optional("perDay") }],
          ...(hosts !== undefined && { hosts }),
        }),
      };
    }
    return opened.fetch;
  };
  const describe = async (
    { amount, at, status, host, payTo, transfer, transaction, ...paid }: PaymentRecord,
  ) => ({
    time: new Date(at).toISOString(),
    // The settings may have contained another token at that time.
    amount: isAddressEqual(paid.token, token) && paid.chainId === chainId
      ? await amounts.format(BigInt(amount))
      : `${amount} units of ${paid.token} on chain ${paid.chainId}`,
    host,
    receiver: payTo,
    by: transfer,
    status,
    ...(transaction !== undefined && { transaction }),
  });

  return {
    async balance() {
      const granted = await permission();
      const [active, left, balance, gas] = await Promise.all([
        isActive(client, granted),
        remaining(client, granted),
        client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: "balanceOf",
          args: [granted.account],
        }),
        client.getBalance({ address: key.address }),
      ]);
      return {
        active,
        budget: await Promise.all(granted.spends.map(async ({ allowance, unit }, index) => ({
          per: unit === "forever" ? "in all" : unit,
          allowed: await amounts.format(BigInt(allowance)),
          left: await amounts.format(left[index]!.amount),
        }))),
        perPayment: await amounts.format(BigInt(settings.perRequest)),
        accountBalance: await amounts.format(balance),
        ends: new Date(granted.end * 1000).toISOString(),
        hosts: hosts ?? "any",
        mayBeSentTo: recipients,
        key: { address: key.address, gas: formatEther(gas) },
      };
    },
    async page({ url, method, body, maxAmount, signal }) {
      checkUrl(url, hosts);
      if (method === "GET" && body !== undefined) throw new Refused("A GET has no body: use POST.");
      const most = maxAmount === undefined ? undefined : await amounts.parse(maxAmount);
      if (most !== undefined && most > BigInt(settings.perRequest)) {
        throw new Refused(
          `One payment is at most ${await amounts.format(BigInt(settings.perRequest))}.`,
        );
      }
      const fetchPaid = await paying();
      const response = await fetchPaid(url, {
        method,
        signal,
        redirect: "manual",
        ...(most !== undefined && { maxAmount: most }),
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
      });
      const receipt = fetchPaid.receipt(response);
      const { text, isWhole } = await textOf(response);
      return {
        status: response.status,
        paid: receipt === undefined ? null : await describe(receipt),
        ...(response.headers.has("location") && { location: response.headers.get("location") }),
        ...(!isWhole && { broken: "The connection ended in the middle of the text." }),
        text,
      };
    },
    async send(to, amount, id, signal) {
      if (!recipients.some((each) => isAddressEqual(each, to))) {
        throw new Refused("The user did not list this receiver in the agent's settings.");
      }
      const fetchPaid = await paying();
      const record = await fetchPaid.send({
        token,
        to,
        amount: await amounts.parse(amount),
        id,
        signal,
      });
      return await describe(record);
    },
    async history(limit) {
      const records = (await journal.list()).slice(-limit).toReversed();
      return { payments: await Promise.all(records.map(describe)) };
    },
    async askBudget(perDay, days, inAll) {
      const budget: AgentBudget = agentBudget({
        spender: key.address,
        name: settings.name,
        ...(settings.purpose !== undefined && { purpose: settings.purpose }),
        token,
        perDay: await amounts.parse(perDay),
        ...(inAll !== undefined && { inAll: await amounts.parse(inAll) }),
        end: { days },
        ...(hosts !== undefined && { hosts }),
      });
      return {
        link: budgetLink(settings.page, { ...budget, chainId }),
        next: "Give this link to the user. Only the user can grant it, in the wallet.",
      };
    },
  };
}

/**
 * Rejects addresses inside of private networks, unless the user listed them, because pages can
 * choose the next URL.
 */
function checkUrl(text: string, hosts: readonly string[] | undefined): void {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Refused("This is not a URL.");
  }
  if (url.username !== "" || url.password !== "") throw new Refused("The URL has a password.");
  const isListed = hosts?.some((host) => host === url.host || host === url.hostname) ?? false;
  if (isListed && /^https?:$/.test(url.protocol)) return;
  if (url.protocol !== "https:") throw new Refused("Only https is allowed.");
  const isName = /^(?=.*[a-z])[a-z0-9.-]+\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(url.hostname);
  if (
    !isName ||
    /\.(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa)$/i.test(
      url.hostname,
    )
  ) {
    throw new Refused("Addresses inside of networks are allowed if they are listed only.");
  }
  if (hosts === undefined) return;
  const isBelow = hosts.some((host) =>
    host.startsWith("*.") && url.hostname.endsWith(host.slice(1))
  );
  if (!isBelow) throw new Refused("The user did not list this host in the agent's settings.");
}

/** Reads a page's text, up to a length. If the body breaks off, the result includes the payment. */
async function textOf(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      if (text.length <= MAX_PAGE) continue;
      await reader.cancel();
      return { text: `${text.slice(0, MAX_PAGE)}\n[cut]`, isWhole: true };
    }
  } catch {
    return { text: text.slice(0, MAX_PAGE), isWhole: false };
  }
  return { text, isWhole: true };
}
