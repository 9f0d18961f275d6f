import { assertEquals, assertRejects } from "@std/assert";
import type { TypedData } from "../../account/typed_data_hash.ts";
import { AcctError } from "../../protocol/errors.ts";
import {
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  whenSettled,
} from "../../testing/local_wallet.ts";
import type { DialogRequest, TypedDataPreview } from "../../dialog/types.ts";
import { tokensIn } from "../../reading/typed_tokens.ts";

const { signal } = new AbortController();
const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const spender = `0x${"22".repeat(20)}`;

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

Deno.test("typed data: what is not signed is not shown", async () => {
  const { preview } = await shown(() => ({
    types: {
      EIP712Domain: [{ name: "chainId", type: "uint256" }],
      Vote: [{ name: "choice", type: "Choice[]" }, { name: "by", type: "address" }],
      Choice: [{ name: "number", type: "uint8" }],
    },
    primaryType: "Vote",
    // No hash covers the name, the contract and the notes.
    domain: { name: "Seaport", chainId: 1, verifyingContract: spender },
    message: {
      note: "You get 1,000 USDC",
      choice: [{ number: 1, label: "safe" }, { number: "2", by: "x" }],
      by: spender,
    },
  }));
  assertEquals(preview.domain, { chainId: 1 });
  assertEquals(preview.message, { choice: [{ number: 1 }, { number: "2" }], by: spender });
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
  const json = { address: token, symbol: "US\u202eDC", name: "USD Coin", decimals: 6 };
  const { preview, asked } = await shown(
    () => permit,
    () => new Promise((resolve) => setTimeout(() => resolve([json]), 30)),
  );
  assertEquals(asked, [{ chainId: "0x1", tokens: [token] }]);
  assertEquals(preview.tokens, [{ address: token, symbol: "USDC", decimals: 6 }]);
  const failed = await shown(() => permit, () => Promise.reject(new AcctError("service_down")));
  assertEquals([failed.preview.status, failed.preview.tokens], ["ready", []]);
});

Deno.test("typed data: an order that gives for nothing is a danger", async () => {
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
});

Deno.test("typed data: tokens are found where permits name them, and odd data names none", () => {
  const of = (primaryType: string, message: Record<string, unknown>) =>
    tokensIn({ primaryType, domain: {}, message }, null);
  const details = { token: token.toLowerCase(), amount: 1 };
  assertEquals(of("PermitSingle", { details }), [token]);
  assertEquals(of("PermitBatch", { details: [details, details] }), [token]);
  assertEquals(of("PermitTransferFrom", { permitted: details }), [token]);
  assertEquals(of("Mail", { details }), []);
  for (const odd of [null, 5, "x", [null, [details]], { token: 7 }, { token: "0x12" }]) {
    assertEquals(of("PermitSingle", { details: odd }), []);
  }
});
