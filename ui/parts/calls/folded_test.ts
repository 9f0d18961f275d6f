/** Attacks on content that the dialogs fold: each asset and each party stays visible. */
import "../../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import type { DialogRequest, TypedDataPreview, Warning } from "../../../core/dialog/types.ts";
import type { TypedData } from "../../../core/account/typed_data_hash.ts";
import { decodeCalls } from "../../../core/reading/decode.ts";
import { readCalls } from "../../../core/reading/ledger.ts";
import type { TokenJson } from "../../../core/wire/values.ts";
import { tokenView } from "../../../core/reading/tokens.ts";
import { readTyped } from "../../../core/reading/typed/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { alice, bob, eth, send, typed, usdc } from "../../stories/fixtures.ts";
import { order } from "../../stories/signing_fixtures.ts";
import { newHandler, opened, sleep } from "../../testing/dialogs.ts";

const thief = getAddress(`0x${"66".repeat(20)}`);
const other = getAddress(`0x${"77".repeat(20)}`);
const nft = getAddress(`0x${"11".repeat(20)}`);
const dollar: TokenJson & { readonly address: Hex } = {
  ...usdc,
  address: usdc.address!,
  name: "USD Coin",
  listed: true,
};

const abi = parseAbi([
  "function transfer(address,uint256)",
  "function approve(address,uint256)",
  "function safeTransferFrom(address,address,uint256)",
  "function manageUserBalance((uint8,address,uint256,address,address)[])",
]);
const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi, functionName: "transfer", args: [to, amount] });
const approve = (spender: Hex, amount: bigint) =>
  encodeFunctionData({ abi, functionName: "approve", args: [spender, amount] });
const move = (from: Hex, to: Hex, id: bigint) =>
  encodeFunctionData({ abi, functionName: "safeTransferFrom", args: [from, to, id] });

type Made = { readonly to: Hex; readonly value?: bigint; readonly data?: Hex };

/** A request to send calls, decoded from their bytes. */
function calls(
  made: readonly Made[],
  tokens: TokenJson[] = [dollar],
  warnings: readonly Warning[] = [],
) {
  const full = made.map((call) => ({ value: 0n, data: "0x" as Hex, ...call }));
  return send({
    calls: decodeCalls(full, eth, tokens),
    reading: readCalls(full, alice),
    tokens: tokens.map(tokenView),
    warnings,
    changes: null,
  });
}

/** A request to sign typed data, decoded from its message. */
function signs(
  primaryType: string,
  types: TypedData["types"],
  message: TypedData["message"],
  name = "App",
): DialogRequest {
  const domain = { name, chainId: 8453, verifyingContract: dollar.address };
  const read = readTyped({ types, primaryType, domain, message }, {
    address: alice,
    chainId: 8453,
  });
  return typed({
    primaryType,
    domain: read.data.domain,
    message: read.data.message,
    reading: read.view,
    ...(read.isPlain && { isPlain: true as const }),
    tokens: [usdc],
    warnings: read.warnings(),
    ...(read.calls.length > 0 && { calls: decodeCalls(read.calls, eth, [dollar]) }),
  });
}

/** Content of a dialog before any press. */
interface Shown {
  /** Text, without closed details, folded notes and hidden words. */
  readonly text: string;
  readonly title: string;
  /** Text of the elements that have to be viewed. */
  readonly deciding: string;
  readonly foldsCalls: boolean;
}

async function show(request: DialogRequest): Promise<Shown> {
  const handler = newHandler();
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  await sleep(100);
  // A long list is rendered in steps.
  await until("all content", () => root.querySelector("[data-decides=later]") === null);
  const card = root.querySelector("[data-testid=sdk-card]")!;
  const foldsCalls = card.querySelector("[data-testid=sdk-actions]") !== null;
  for (
    const hidden of card.querySelectorAll(
      "details:not([open]) > :not(summary), .folded > span, .hidden",
    )
  ) hidden.remove();
  const words = (elements: Iterable<Element>) =>
    [...elements].map(({ textContent }) => textContent).join(" ");
  const seen = {
    text: card.textContent,
    title: card.querySelector("[data-title]")!.textContent,
    deciding: words(card.querySelectorAll("[data-decides]")),
    foldsCalls,
  };
  handler.cleanup();
  await sleep(10);
  return seen;
}

Deno.test("folded calls: the headline and the rows describe each of them", async () => {
  const own = [
    { to: dollar.address, data: transfer(bob, 3_000_000n) },
    { to: dollar.address, data: approve(thief, 20_000_000n) },
  ];
  const described = await show(calls(own));
  assertEquals(described.foldsCalls, true);
  for (const party of [bob, thief]) assert(described.deciding.includes(party), party);
  const { listed: _, ...unlisted } = dollar;
  const copy = { ...unlisted, address: nft };
  const attacks: readonly (readonly [string, readonly Made[], tokens?: TokenJson[]])[] = [
    ["another recipient of the native currency", [{ to: thief, value: 10n ** 19n }, own[0]!, {
      to: dollar.address,
      data: approve(thief, 1n),
    }]],
    ["an item by a function of tokens", [own[0]!, { to: nft, data: approve(thief, 0n) }]],
    ["an item of another owner", [own[0]!, { to: nft, data: move(other, bob, 7n) }]],
    ["an item whose id is no amount", [own[0]!, { to: nft, data: transfer(bob, 0n) }]],
    ["a token with the symbol of another", [own[0]!, { to: nft, data: transfer(bob, 1n) }], [
      dollar,
      copy,
    ]],
  ];
  for (const [name, made, tokens] of attacks) {
    const { deciding, foldsCalls, text } = await show(calls(made, tokens));
    assertEquals(foldsCalls, false, name);
    const parties = made.flatMap(({ to, value }) => value === undefined ? [] : [to]);
    for (const party of parties) assert(deciding.includes(party), `${name}: ${party}`);
    assert(text.includes("0x1111…1111") || made.every(({ to }) => to !== nft), name);
  }
});

Deno.test("folded calls: the largest transfer of a long list has to be viewed", async () => {
  const made = Array.from({ length: 25 }, (_, index) => ({
    to: dollar.address,
    data: index === 24
      ? transfer(thief, 100_000_000_000n)
      : transfer(`0x${String(40 + index).repeat(20)}`, 1n),
  }));
  const { deciding } = await show(calls(made));
  assert(deciding.includes(`Send 100,000\u00a0USDCTo ${thief}`));
});

Deno.test("rows: native currency beyond the value of the calls is in the headline", async () => {
  const data = encodeFunctionData({
    abi,
    functionName: "manageUserBalance",
    args: [[[1, `0x${"0".repeat(40)}`, 5n * 10n ** 18n, alice.toLowerCase(), thief]] as never],
  });
  const { deciding, title } = await show(calls([{ to: nft, data }]));
  assertEquals(title, "You send at most 5\u00a0ETH");
  assert(deciding.includes(thief));
});

const permit = {
  Permit: [
    "owner address",
    "spender address",
    "value uint256",
    "nonce uint256",
    "deadline uint256",
  ],
};
const fieldsOf = (fields: readonly string[]) =>
  fields.map((field) => {
    const [name = "", type = ""] = field.split(" ");
    return { name, type };
  });
const permitted = {
  owner: alice,
  spender: bob,
  value: "20000000",
  nonce: "0",
  deadline: "1793577600",
};

Deno.test("typed data: a message is folded only if the rows contain all of it", async () => {
  const own = await show(signs("Permit", { Permit: fieldsOf(permit.Permit) }, permitted));
  assert(!own.text.includes("deadline"), "rows contain it");
  const extra = await show(
    signs("Permit", { Permit: fieldsOf([...permit.Permit, "receiver address"]) }, {
      ...permitted,
      receiver: thief,
    }),
  );
  assert(extra.deciding.includes(thief), "another member");
  const foreign = await show(
    signs("Permit", { Permit: fieldsOf(permit.Permit) }, { ...permitted, owner: other }),
  );
  assert(foreign.deciding.includes(other), "another owner");
});

Deno.test("typed data: a harmless call in it neither heads nor folds it", async () => {
  const { deciding, title } = await show(signs("SwapIntent", {
    SwapIntent: fieldsOf([
      "maker address",
      "sellToken address",
      "sellAmount uint256",
      "receiver address",
      "hook Hook",
    ]),
    Hook: fieldsOf(["target address", "callData bytes"]),
  }, {
    maker: alice,
    sellToken: nft,
    sellAmount: "50000000000000000000",
    receiver: thief,
    hook: { target: dollar.address, callData: transfer(bob, 1n) },
  }));
  assertEquals(title, "Sign data we can’t explain");
  for (const value of [thief, nft, "50000000000000000000"]) assert(deciding.includes(value), value);
});

Deno.test("typed data: the site's type is no headline, and a date stands beside its number", async () => {
  const { title, text } = await show(signs(
    "Login",
    {
      Login: ["deadline", "sendAmount"].map((name) => ({ name, type: "uint256" })),
    },
    { deadline: "1793577600", sendAmount: "1793577601" },
    "USD Coin, nothing leaves",
  ));
  assert(text.includes("TokenUSDC") && !text.includes("nothing leaves"), "the operator's name");
  assertEquals(title, "Sign data we can’t explain");
  assert(/Login/.test(text) && /1793577600[^0-9]*Nov \d, 2026/.test(text), text);
  assert(/1793577601(?!.*Nov \d, 2026)/.test(text), "an amount is no date");
});

Deno.test("typed data: an order with more assets than rows shows its message", async () => {
  const asset = { kind: "token", address: nft, amount: 1n } as const;
  const gives = [...Array.from({ length: 11 }, () => asset), { ...asset, address: dollar.address }];
  const message = { offer: [{ token: dollar.address, amount: "50000000000" }] };
  const few = await show(typed({ ...order(), message } as Partial<TypedDataPreview>));
  assert(!few.text.includes("50000000000"));
  const many = await show(typed({ ...order({ gives }), message } as Partial<TypedDataPreview>));
  assert(many.deciding.includes("50000000000"));
});

Deno.test("notes: a danger with an address is never folded, and none is displaced by others", async () => {
  const danger = (code: Warning["code"], detail?: string): Warning => ({
    code,
    level: "danger",
    ...(detail !== undefined && { detail }),
  });
  const { text } = await show(calls([{ to: bob, value: 1n }], undefined, [
    danger("simulation_reverts", "Your funds are safe."),
    ...Array.from(
      { length: 25 },
      (_, index) => danger("gives_approval", `0x${String(10 + index).repeat(20)}`),
    ),
    danger("hands_over", thief),
    { code: "unknown_function", level: "info" },
  ]));
  const places = ["Others could act for you there", "This will likely fail", "Unknown function"]
    .map((title) => text.indexOf(title));
  assert(places.every((place) => place >= 0), text);
  assertEquals(places.toSorted((a, b) => a - b), places);
  assert(text.includes("gives 0x6666…6666 control"));
  assert(!text.includes("Continue only if"), "a warning shows its title");
});
