import { assertEquals, assertRejects } from "@std/assert";
import { type Address, type Hex, numberToHex } from "viem";
import { encodeTokenData, type TokenMode } from "../../../contracts/token_paymaster.ts";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { closeUnsigned, giveBack, record, reserve } from "../ledger/ledger.ts";
import { keyOf } from "../ledger/rows.ts";
import { sponsored } from "../../testing/ledger.ts";
import { recordQuote } from "./quotes.ts";

const paymaster: Address = numberToHex(0x77, { size: 20 });
const euro: Address = numberToHex(0xe0, { size: 20 });
const dollar: Address = numberToHex(0xd0, { size: 20 });
const price = { kind: "fixed", tokenPerNative: "2500" } as const;
const config = {
  paymaster,
  tokens: [
    { address: euro, price, markup: 0, unpaidPerDay: 4 },
    { address: dollar, price, markup: 0 },
  ],
};

async function openLedger() {
  const store = await openTestStore();
  const quote = (account: number, options: {
    readonly nonce?: Hex;
    readonly mode?: TokenMode;
    readonly token?: Address;
    readonly keyId?: string;
    readonly chainId?: number;
    readonly network?: string;
  } = {}) => {
    const {
      nonce = "0x0",
      mode = "postpaid",
      token = euro,
      keyId = "k",
      chainId = 1,
      network = null,
    } = options;
    const terms = { validAfter: 0, validUntil: 0, mode, token, tokenPerNative: 1n, transferGas: 0 };
    const operation = {
      sender: numberToHex(account, { size: 20 }),
      nonce,
      callData: "0x",
      callGasLimit: "0x1",
      verificationGasLimit: "0x1",
      preVerificationGas: "0x1",
      maxFeePerGas: "0x1",
      maxPriorityFeePerGas: "0x1",
      paymaster,
      paymasterVerificationGasLimit: "0x1",
      paymasterPostOpGasLimit: "0x1",
      paymasterData: encodeTokenData({ ...terms, signature: `0x${"11".repeat(65)}` }),
    } as const;
    const signed = { operation, mode, token, until: 1_600, chainTime: 1_000 };
    return recordQuote(store, config, { chainId, keyId, network }, signed);
  };
  return { store, quote, [Symbol.asyncDispose]: () => store.destroy() };
}

Deno.test("quotes: three of an account may be open or unpaid, on each chain, and for each key", async () => {
  await using at = await openLedger();
  const { quote } = at;
  const token = dollar;
  for (const nonce of ["0x0", "0x1", "0x2"] as const) {
    assertEquals(await quote(1, { nonce, token }), true);
  }
  assertEquals(await quote(1, { nonce: "0x3", token }), false);
  // Only one operation of a nonce lands: a renewed quote counts once.
  assertEquals(await quote(1, { nonce: "0x2", token }), true);
  assertEquals(await quote(1, { nonce: "0x3", token, mode: "prepaid" }), true);
  assertEquals(await quote(1, { nonce: "0x3", token, chainId: 2 }), true);
  assertEquals(await quote(1, { nonce: "0x3", token, keyId: "other" }), true);
  assertEquals(await quote(2, { token }), true);
});

Deno.test("quotes: a token's limit counts each quote that is open, of any account", async () => {
  await using at = await openLedger();
  const { store, quote } = at;
  const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => quote(10 + n)));
  assertEquals(asked.filter((given) => given).length, 4);
  assertEquals(await quote(50), false);
  assertEquals(await quote(53, { token: dollar }), true);
  assertEquals(await quote(51, { mode: "prepaid" }), true);
  // An expired quote is released.
  const row = await store.selectFrom("sponsorships").selectAll().where("token", "=", euro)
    .executeTakeFirstOrThrow();
  await store.updateTable("sponsorships").set({ state: "returned" })
    .where((eb) => eb.and(keyOf(row))).execute();
  await giveBack(store, row);
  assertEquals(await quote(50), true);
  assertEquals(await quote(52), false);
});

Deno.test("quotes: a postpaid quote stays postpaid if its nonce is quoted again as prepaid", async () => {
  await using at = await openLedger();
  const { store, quote } = at;
  assertEquals([await quote(1), await quote(1, { mode: "prepaid" })], [true, true]);
  const [row] = await store.selectFrom("sponsorships").selectAll().execute();
  assertEquals([row!.mode, row!.token], ["postpaid", euro]);
  // And in the other direction it starts to count.
  assertEquals([await quote(2, { mode: "prepaid" }), await quote(2)], [true, true]);
  const unpaid = await store.selectFrom("counters").select("used").where("kind", "=", "unpaid")
    .executeTakeFirstOrThrow();
  assertEquals(Number(unpaid.used), 2);
  await closeUnsigned(store, keyOf(row!));
  assertEquals((await store.selectFrom("sponsorships").selectAll().execute()).length, 2);
});

Deno.test("quotes: one network block gets a tenth of a token's limit", async () => {
  await using at = await openLedger();
  const { quote } = at;
  const token = dollar;
  const asked = await Promise.all(
    Array.from({ length: 100 }, (_, n) => quote(10 + n, { token, network: `192.0.2.${n % 3}` })),
  );
  assertEquals(asked.filter((given) => given).length, 10);
  assertEquals(await quote(500, { token, network: "198.51.100.1" }), true);
  assertEquals(await quote(501, { token }), true);
});

Deno.test("quotes: a postpaid quote is not signed on a row that was reopened as prepaid", async () => {
  await using at = await openLedger();
  const { store } = at;
  const asked = {
    ...sponsored(1),
    paymaster,
    terms: { mode: "postpaid", token: euro, unpaidPerDay: 4 } as const,
  };
  const nonce: Hex = "0x0";
  const choice = { nonces: [nonce], taken: new Set<Hex>(), replaces: nonce };
  await reserve(store, asked, choice);
  // In the meantime it expires, and another request uses the same nonce.
  await closeUnsigned(
    store,
    keyOf(
      await store.selectFrom("sponsorships").selectAll()
        .executeTakeFirstOrThrow(),
    ),
  );
  await reserve(store, { ...asked, terms: { mode: "prepaid" } }, choice);
  const signature = {
    hash: numberToHex(1, { size: 32 }),
    cost: 1n,
    until: 1_600,
    chainTime: 1_000,
  };
  const { data } = await assertRejects(
    () => record(store, { ...asked, nonce }, signature),
    AcctError,
  );
  assertEquals(data.cause, "quote_changed");
});
