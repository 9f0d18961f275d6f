/** Tests that the assets that a nested call moves are in the headline. */
import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, getAddress, type Hex, maxUint256, parseAbi } from "viem";
import { encode } from "../../core/testing/clear_calls.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { languages, loadLocale } from "../text/locale.ts";
import { isHeadedBySums } from "./coverage.ts";
import { describeNet, isSilent, netOf } from "./net.ts";

const me = getAddress(`0x${"aa".repeat(20)}`);
const bob = getAddress(`0x${"22".repeat(20)}`);
const safe = getAddress(`0x${"44".repeat(20)}`);
const token = getAddress(`0x${"33".repeat(20)}`);
const none = `0x${"00".repeat(20)}` as const;
const usdc = { address: token, symbol: "USDC", name: "USDC", decimals: 6, listed: true as const };
const eth = { symbol: "ETH", decimals: 18 };
const chain = { nativeCurrency: { name: "Ether", ...eth } };
const english = await loadLocale(["en"]);

interface Sent {
  readonly to: Hex;
  readonly data: Hex;
}

function netIn(...sent: readonly Sent[]) {
  const made = sent.map((call) => ({ value: 0n, ...call }));
  const calls = decodeCalls(made, eth, [usdc]);
  const reading = readCalls(made, me);
  return { net: netOf(calls, reading), headed: isHeadedBySums(calls, reading) };
}

/** Returns the headline of calls, with plain spaces; `null` if it does not consist of sums. */
function says(...sent: readonly Sent[]) {
  const { net, headed } = netIn(...sent);
  return headed ? describeNet(net, [usdc], chain, english)?.replaceAll("\u00a0", " ") : null;
}

const transfer = encode("transfer(address,uint256)", [bob, 5_000_000n]);
const taking = encode("transferFrom(address,address,uint256)", [me, bob, 5_000_000n]);
const approve = (spender: Hex, amount: bigint): Sent => ({
  to: token,
  data: encode("approve(address,uint256)", [spender, amount]),
});
const bySafe = (to: Hex, value: bigint, data: Hex, operation = 0): Sent => ({
  to: safe,
  data: encodeFunctionData({
    abi: parseAbi([
      "function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
    ]),
    args: [to, value, data, operation, 0n, 0n, 0n, none, none, "0x"],
  }),
});

Deno.test("inside: a transfer that acts for the account counts in the headline like one alone", () => {
  const own = "You send at most 5 USDC";
  const multicall = { to: token, data: encode("multicall(bytes[])", [[transfer]]) };
  assertEquals(says(multicall), own);
  assertEquals(says(multicall, multicall), "You send at most 10 USDC");
  const aggregate = (data: Hex) => ({
    to: safe,
    data: encode("aggregate((address,bytes)[])", [[[token, data]]]),
  });
  // The contract can use an allowance of the account; its own assets are separate.
  assertEquals(says(aggregate(taking)), own);
  assertEquals(says(aggregate(transfer)), "Another account gives at most 5 USDC");
  // An allowance of the batch is used by the batch, and counts once.
  assertEquals(says(approve(safe, 5_000_000n), aggregate(taking)), own);
  assertEquals(says(approve(safe, 7_000_000n), aggregate(taking)), "You send at most 7 USDC");
  assertEquals(says({ to: token, data: taking }), own);
  assertEquals(says({ to: safe, data: "0x12345678" }), null);
  assertEquals(
    says({ to: token, data: encode("multicall(bytes[])", [[approve(bob, maxUint256).data]]) }),
    "Let 0x2222…2222 use all your USDC",
  );
});

Deno.test("inside: the owner of the tokens that a multi-owner wallet moves is in the headline", () => {
  assertEquals(
    says(bySafe(token, 0n, transfer)),
    "Another account gives at most 5 USDC",
  );
  assertEquals(
    says(bySafe(bob, 10n ** 18n, "0x")),
    "Another account gives at most 1 ETH",
  );
  assertEquals(
    says(bySafe(token, 0n, approve(bob, maxUint256).data)),
    "Another account allows spending all its USDC",
  );
  assertEquals(says(bySafe(bob, 0n, "0x12345678", 1)), "Hand over control of a contract");
  assertEquals(
    says(bySafe(safe, 0n, encode("enableModule(address)", [bob]))),
    "Hand over control of a contract",
  );
  assertEquals(
    says(bySafe(token, 0n, transfer), { to: token, data: transfer }),
    "You send at most 5 USDC · Another account gives at most 5 USDC",
  );
  assertEquals(isSilent(netIn(bySafe(bob, 1n, "0x")).net), false);
});

Deno.test("inside: every language names the owner of the moved assets", async () => {
  const { net } = netIn(bySafe(token, 0n, transfer), bySafe(token, 0n, approve(bob, 9n).data));
  const titles = await Promise.all(
    languages.map(async (language) =>
      describeNet(net, [usdc], chain, await loadLocale([language]))!
    ),
  );
  assert(titles.every((title) => title.includes("USDC")));
  assertEquals(new Set(titles).size, languages.length);
});
