import { assert, assertEquals, assertRejects } from "@std/assert";
import { isHex, keccak256, stringToHex } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import { AcctError } from "../../ground/errors.ts";
import {
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  whenSettled,
} from "../../testing/local_wallet.ts";
import type {
  DialogRequest,
  MessagePreview,
  SignChoice,
  TypedDataPreview,
} from "../../dialog/types.ts";
import { tokensOf } from "../../reading/ledger.ts";
import { readTyped } from "../../reading/typed/mod.ts";

const { signal } = new AbortController();
const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const spender: `0x${string}` = `0x${"22".repeat(20)}`;

/** Returns the preview of typed data once it can be signed, and the requests to the service. */
async function shown(
  make: (account: `0x${string}`) => TypedData,
  tokens: () => Promise<unknown> = () => Promise.resolve([]),
): Promise<{ preview: TypedDataPreview; asked: unknown[] }> {
  const asked: unknown[] = [];
  let preview: TypedDataPreview | undefined;
  const service = localService({
    call(method, params) {
      if (method !== "acct_getTokens") return true;
      asked.push(params);
      return tokens();
    },
  });
  const ui = fakeUser(async (request: DialogRequest<"eth_signTypedData_v4">) => {
    preview = await whenSettled(request);
    request.reject();
  });
  const wallet = localWallet(ui, { service });
  const address = await connectedAccount(wallet);
  const typedData = make(address);
  await assertRejects(
    () =>
      wallet.ask("eth_signTypedData_v4", { account: address, chainId: 1, typedData }, { signal }),
    AcctError,
  );
  wallet.dispose();
  return { preview: preview!, asked };
}

Deno.test("typed data: unsigned members are not shown", async () => {
  const { preview } = await shown(() => ({
    types: {
      EIP712Domain: [{ name: "chainId", type: "uint256" }],
      Vote: [{ name: "choice", type: "Choice[]" }, { name: "by", type: "address" }],
      Choice: [{ name: "number", type: "uint8" }],
    },
    primaryType: "Vote",
    // Name, contract and notes are not covered by the hash.
    domain: { name: "Seaport", chainId: 1, verifyingContract: spender },
    message: {
      note: "You get 1,000 USDC",
      choice: [{ number: 1, label: "safe" }, { number: "2", by: "x" }],
      by: spender,
    },
  }));
  assertEquals(preview.domain, { chainId: "1" });
  assertEquals(preview.message, { choice: [{ number: "1" }, { number: "2" }], by: spender });
  assertEquals([preview.order, preview.tokens], [undefined, []]);
});

const permit: TypedData = {
  types: {
    Permit: [{ name: "spender", type: "address" }, { name: "value", type: "uint256" }],
  },
  primaryType: "Permit",
  domain: { name: "USD Coin", chainId: 1, verifyingContract: token },
  message: { spender, value: "5000000" },
};

Deno.test("typed data: a permit's token is described before it can be signed", async () => {
  const json = {
    address: token,
    symbol: "US\u202eDC",
    name: "USD Coin",
    decimals: 6,
    listed: true,
  };
  const { preview, asked } = await shown(
    () => permit,
    () => new Promise((resolve) => setTimeout(() => resolve([json]), 30)),
  );
  assertEquals(asked, [{ chainId: "0x1", tokens: [token] }]);
  assertEquals(preview.tokens, [{ address: token, symbol: "USDC", decimals: 6 }]);
  // Any contract can call itself USDC.
  const other = await shown(() => permit, () => Promise.resolve([{ ...json, listed: false }]));
  assertEquals(other.preview.tokens?.map(({ unlisted }) => unlisted), [true]);
  const failed = await shown(() => permit, () => Promise.reject(new AcctError("service_down")));
  assertEquals([failed.preview.status, failed.preview.tokens], ["ready", []]);
});

Deno.test("typed data: the registry is used for data without a reader, and is not trusted", async () => {
  const asked: unknown[] = [];
  const show = async (given: TypedData, answer: () => unknown) => {
    let preview: TypedDataPreview | undefined;
    const service = localService({
      call(method, params) {
        if (method !== "acct_getDescriptors") return [];
        asked.push(params);
        return answer();
      },
    });
    const ui = fakeUser(async (request: DialogRequest<"eth_signTypedData_v4">) => {
      preview = await whenSettled(request);
      request.reject();
    });
    const wallet = localWallet(ui, { service });
    const account = await connectedAccount(wallet);
    await assertRejects(
      () =>
        wallet.ask("eth_signTypedData_v4", { account, chainId: 1, typedData: given }, { signal }),
      AcctError,
    );
    wallet.dispose();
    return preview!;
  };
  const bed: TypedData = {
    types: { Bed: [{ name: "seeds", type: "uint256" }, { name: "for", type: "address" }] },
    primaryType: "Bed",
    domain: { chainId: 1, verifyingContract: token },
    message: { seeds: "5", for: spender },
  };
  const type = "Bed(uint256 seeds,address for)";
  const forged = JSON.stringify({
    context: { eip712: { deployments: [{ chainId: 1, address: token }] } },
    metadata: { contractName: "Garden" },
    display: { formats: { [type]: { intent: "Claim a gift", fields: [] } } },
  });
  for (const answer of [() => [forged], () => [], () => Promise.reject(new Error("down"))]) {
    const preview = await show(bed, answer);
    assertEquals([preview.status, preview.explanation], ["ready", undefined]);
  }
  const question = {
    chainId: "0x1",
    contracts: [token],
    typeHash: keccak256(stringToHex(type)),
  };
  assertEquals(asked, [question, question, question]);
  // No lookup is made for data that the wallet decodes itself, or that no contract verifies.
  await show(permit, () => [forged]);
  await show({ ...bed, domain: { chainId: 1 } }, () => [forged]);
  assertEquals(asked.length, 3);
});

Deno.test("typed data: an order without proceeds is a danger", async () => {
  const order = (buyAmount: string): TypedData => ({
    types: {
      Order:
        "address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance"
          .split(",").map((field) => {
            const [type, name] = field.split(" ");
            return { type: type!, name: name! };
          }),
    },
    primaryType: "Order",
    domain: {
      name: "Gnosis Protocol",
      version: "v2",
      chainId: 1,
      verifyingContract: "0x9008D19f58AAbD9eD0D60971565AA8510560ab41",
    },
    message: {
      sellToken: token,
      buyToken: spender,
      receiver: `0x${"00".repeat(20)}`,
      sellAmount: "5",
      buyAmount,
      validTo: 1_793_577_600,
      appData: `0x${"00".repeat(32)}`,
      feeAmount: "0",
      kind: "sell",
      partiallyFillable: false,
      sellTokenBalance: "erc20",
      buyTokenBalance: "erc20",
    },
  });
  const fair = await shown(() => order("7"));
  assertEquals(fair.preview.order?.protocol, "CoW Protocol");
  assertEquals(fair.preview.warnings.map(({ code }) => code), ["permit"]);
  const unfair = await shown(() => order("0"));
  assertEquals(unfair.preview.warnings.map(({ code, level }) => [code, level]), [
    ["order_for_nothing", "danger"],
    ["permit", "warning"],
  ]);
  // A small amount is recognized only if the token's decimals are known.
  const described = {
    address: spender,
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
    listed: true,
  };
  for (const [amount, expected] of [["9", "order_for_nothing"], ["10", "permit"]] as const) {
    const { preview } = await shown(() => order(amount), () => Promise.resolve([described]));
    assertEquals(preview.warnings[0]?.code, expected, amount);
  }
});

Deno.test("typed data: tokens are found where permits name them, and malformed data names none", () => {
  const of = (primaryType: string, message: Record<string, unknown>) => {
    const fieldsOf = (value: unknown): { name: string; type: string }[] =>
      Object.keys(value ?? {}).map((name) => ({
        name,
        type: name === "amount" ? "uint256" : "address",
      }));
    const [name, value] = Object.entries(message)[0]!;
    const list = Array.isArray(value);
    const types = {
      [primaryType]: [{ name, type: list ? "Details[]" : "Details" }],
      Details: fieldsOf(list ? value[0] : value),
    };
    return tokensOf(
      readTyped({ types, primaryType, domain: {}, message }, { address: spender, chainId: 1 }).view,
    );
  };
  const details = { token: token.toLowerCase(), amount: 1 };
  assertEquals(of("PermitSingle", { details }), [token]);
  assertEquals(of("PermitBatch", { details: [details, details] }), [token]);
  assertEquals(of("PermitTransferFrom", { permitted: details }), [token]);
  assertEquals(of("Mail", { details }), []);
  for (const odd of [{ amount: 7 }, { other: spender }]) {
    assertEquals(of("PermitSingle", { details: odd }), []);
  }
});

Deno.test("typed data: every accepted spelling of a value has the same display", async () => {
  for (const amount of [5, "5", "0x5", "005"]) {
    const { preview } = await shown(() => ({
      ...permit,
      message: { spender: spender.toLowerCase(), value: amount },
    }));
    assertEquals(preview.message, { spender, value: "5" });
  }
});

Deno.test("message: a sign-in for another site is signed only with a second consent", async () => {
  const text = (domain: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${spender}\n\nURI: ` +
    `https://${domain}/login\nVersion: 1\nChain ID: 1\nNonce: 32891756`;
  const sign = async (domain: string, choice: SignChoice) => {
    let preview: MessagePreview | undefined;
    const ui = fakeUser(async (request: DialogRequest<"personal_sign">) => {
      preview = await whenSettled(request);
      return await request.approve(choice).catch((error) => {
        request.reject();
        throw error;
      });
    });
    const wallet = localWallet(ui);
    const account = await connectedAccount(wallet);
    const params = { account, chainId: 1, message: stringToHex(text(domain)) };
    const result = await wallet.ask("personal_sign", params, { signal }).catch((error) => error);
    wallet.dispose();
    return { preview: preview!, result };
  };
  const refused = await sign("bank.example", {});
  assertEquals(refused.preview.warnings, [
    { code: "sign_in_elsewhere", level: "danger", detail: "bank.example" },
  ]);
  assertEquals(refused.preview.needsConsent, true);
  assert(refused.result instanceof AcctError);
  assertEquals(isHex((await sign("bank.example", { consent: true })).result), true);
  const own = await sign("shop.example", {});
  assertEquals(own.preview.signIn, { domain: "shop.example", own: true });
  assertEquals([own.preview.warnings, own.preview.needsConsent], [[], undefined]);
  assertEquals(isHex(own.result), true);
});

Deno.test("typed data: a permit that its token cannot accept is rejected before the dialog", async () => {
  const ask = async (chain: () => Promise<unknown>) => {
    let dialogs = 0;
    const ui = fakeUser(async (request: DialogRequest<"eth_signTypedData_v4">) => {
      dialogs++;
      await whenSettled(request);
      request.reject();
    });
    const wallet = localWallet(ui, { service: localService({ chain }) });
    const account = await connectedAccount(wallet);
    const typedData: TypedData = {
      types: {
        Permit: [
          { name: "owner", type: "address" },
          { name: "spender", type: "address" },
          { name: "value", type: "uint256" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
      },
      primaryType: "Permit",
      domain: { chainId: 1, verifyingContract: token },
      message: { owner: account, spender, value: "5", nonce: "0", deadline: "9999999999" },
    };
    const error = await assertRejects(
      () => wallet.ask("eth_signTypedData_v4", { account, chainId: 1, typedData }, { signal }),
      AcctError,
    );
    wallet.dispose();
    return [error.data.cause, dialogs];
  };
  // The account has no code, or the chain does not answer.
  assertEquals(await ask(() => Promise.resolve("0x")), ["permit_unsupported", 0]);
  assertEquals(await ask(() => Promise.reject(new AcctError("chain_down"))), ["user_rejected", 1]);
});
