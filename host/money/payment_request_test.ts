/** Links that request a payment: read back, refused when malformed, and found once paid. */
import { assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  zeroHash,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import { toBase64UrlJson } from "../../pay/protocols/encoding.ts";
import {
  createRequest,
  encodeRequest,
  findPayment,
  readRequest,
  termsOf,
} from "./payment_request.ts";

const to = getAddress(`0x${"ab".repeat(20)}`);
const token = getAddress(`0x${"70".repeat(20)}`);
const other: Address = `0x${"0f".repeat(20)}`;
const request = createRequest({
  to,
  chainId: 31337,
  token,
  amount: 12_000_000n,
  payee: "Café Luna",
  purpose: "Table 4",
  until: 2_000_000_000,
});
const fields = { ...request, amount: String(request.amount) };

Deno.test("payment request: a link leads back to its terms, for tokens and the native currency", () => {
  for (const each of [request, { ...request, token: null, purpose: "", payee: "" }]) {
    assertEquals(readRequest(encodeRequest(each)), each);
  }
});

Deno.test("payment request: the id of another link does not stand for its terms", () => {
  const read = (change: object) => termsOf(readRequest(encodeRequest({ ...request, ...change }))!);
  assertEquals(read({}), read({}));
  const others = [{ to: other }, { amount: 1n }, { token: null }, { chainId: 1 }, { purpose: "" }];
  assertEquals(new Set([{}, ...others].map(read)).size, others.length + 1);
});

Deno.test("payment request: malformed links are none, and names cannot hide characters", () => {
  for (
    const wrong of [
      { to: "0x12" },
      { chainId: "1" },
      { token: undefined },
      { token: "0x12" },
      { amount: "0" },
      { amount: "-1" },
      { amount: "1e18" },
      { amount: "9".repeat(79) },
      { amount: 1 },
      { payee: null },
      { purpose: 1 },
      { until: 1.5 },
      { id: "0x12" },
      { id: `0x${"zz".repeat(16)}` },
    ]
  ) {
    assertEquals(
      readRequest(toBase64UrlJson({ ...fields, ...wrong })),
      null,
      JSON.stringify(wrong),
    );
  }
  for (const text of ["", "e30", "W10", "!!", toBase64UrlJson("text")]) {
    assertEquals(readRequest(text), null, text);
  }
  const named = readRequest(
    toBase64UrlJson({ ...fields, payee: "a\u202Eb\nc", purpose: "x".repeat(999) }),
  );
  assertEquals(/[\u202E\n]/.test(named!.payee), false);
  assertEquals(named!.purpose.length <= 80, true);
});

Deno.test("payment request: a payee cannot imitate the wallet's own marks", () => {
  const shown = (payee: string, purpose = "") => {
    const read = readRequest(toBase64UrlJson({ ...fields, payee, purpose }))!;
    return [read.payee, read.purpose];
  };
  const names: Record<string, string> = {
    "✅ Verified": "",
    "Café Luna ✔️": "",
    "☑ Café Luna 🛡️": "",
    "Café Luna 🟢": "",
    "ℹ Café Luna": "",
    "√ Café Luna": "",
    "Café Luna (official)": "",
    "Ｖｅｒｉｆｉｅｄ": "",
    "Vеrified": "",
    "Geprüft": "",
    "lu✔na.eth": "",
    "official.eth": "",
    "luna.cafe.eth": "luna.cafe.eth",
    "✅": "",
    "‮anuL": "anuL",
    "O'Neill & Söhne, 2. Filiale": "O'Neill & Söhne, 2. Filiale",
    "山田 太郎": "山田 太郎",
    "سارة": "سارة",
  };
  for (const [name, expected] of Object.entries(names)) {
    assertEquals([name, shown(name)[0]], [name, expected]);
  }
  const purpose = 'Invoice #12 (2/3): "lunch", 5% – 8,50 € + tip!';
  assertEquals(shown("", purpose), ["", purpose]);
  assertEquals(shown("", "✅ Table 4 🔒"), ["", "Table 4"]);
});

/** An operation in a bundle. */
type Operation = readonly [sender: Address, callData: Hex];

/** Encodes a bundle. */
const bundle = (...operations: readonly Operation[]) =>
  encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [
      operations.map(([sender, callData]) => ({
        sender,
        nonce: 0n,
        initCode: "0x" as const,
        callData,
        accountGasLimits: zeroHash,
        preVerificationGas: 0n,
        gasFees: zeroHash,
        paymasterAndData: "0x" as const,
        signature: "0x" as const,
      })),
      other,
    ],
  });

/** Call data of an operation that pays the request. */
const paying = concat(["0x1234", request.id]);

/** Finds the payment among transfers, in transactions with this input. */
async function find(
  transfer: Partial<TransferJson>,
  input: Hex,
  { unlisted = false, used = [] as readonly string[], at = ENTRY_POINT } = {},
) {
  const all: TransferJson = {
    id: "1.2.3.4.5",
    chainId: numberToHex(31337),
    timestamp: 1,
    transactionHash: `0x${"11".repeat(32)}`,
    incoming: true,
    kind: "erc20",
    token: token.toLowerCase() as Address,
    amount: numberToHex(12_000_000),
    other,
    ...transfer,
  };
  const service = {
    call: (_method: string, params: { readonly unlisted?: boolean }) =>
      Promise.resolve((params.unlisted === true) === unlisted ? [all] : []),
    chain: () => Promise.resolve({ to: at.toLowerCase(), input }),
  } as unknown as Pick<ServiceClient, "call" | "chain">;
  const found = await findPayment(service, request, { since: 0, used: new Set(used) });
  return found?.id ?? null;
}

Deno.test("payment request: only its own payment is found, in listed tokens, once", async () => {
  const input = bundle([other, paying]);
  assertEquals(await find({}, input), "1.2.3.4.5");
  assertEquals(await find({}, input, { unlisted: true }), null);
  const used = [`0x${"11".repeat(32)} 4.5`];
  assertEquals(await find({}, input, { used }), null, "it paid another request");
  assertEquals(await find({}, bundle([other, "0x1234"])), null);
  for (
    const wrong of [
      { incoming: false },
      { chainId: numberToHex(1) },
      { token: other },
      { token: null, kind: "native" },
      { amount: numberToHex(11_999_999) },
      { kind: "erc721" },
    ] satisfies Partial<TransferJson>[]
  ) assertEquals(await find(wrong, input), null, JSON.stringify(wrong));
});

Deno.test("payment request: the id counts in the operation of the transfer's sender only", async () => {
  const stranger: Address = `0x${"05".repeat(20)}`;
  assertEquals(await find({}, bundle([stranger, "0x12"], [other, paying])), "1.2.3.4.5");
  const wrong: [name: string, input: Hex, at?: Address][] = [
    ["another sender's operation", bundle([other, "0x1234"], [stranger, paying])],
    ["within the call data", bundle([other, concat([paying, "0x00"])])],
    ["within another field", concat([bundle([other, "0x1234"]), request.id])],
    ["a contract that imitates a bundle", bundle([other, paying]), stranger],
    ["no bundle", paying],
    ["no data", "0x"],
  ];
  for (const [name, input, at] of wrong) {
    assertEquals([name, await find({}, input, { at })], [name, null]);
  }
});

Deno.test("payment request: a payment is found behind many later transfers", async () => {
  const other: TransferJson = {
    id: "9.9.9.9.9",
    chainId: numberToHex(31337),
    timestamp: 100,
    transactionHash: `0x${"22".repeat(32)}`,
    incoming: true,
    kind: "erc20",
    token: token.toLowerCase() as Address,
    amount: "0x1",
    other: `0x${"0f".repeat(20)}`,
  };
  const paid = { ...other, id: "1.1.1.1.1", amount: numberToHex(12_000_000) };
  const all = [...Array.from({ length: 250 }, () => other), paid];
  const from = (after: string | undefined, at: number) => after === undefined ? 0 : at;
  let at = 0;
  const service = {
    call(_method: string, { after, limit }: { readonly after?: string; readonly limit: number }) {
      at = from(after, at + limit);
      return Promise.resolve(all.slice(at, at + limit));
    },
    chain: () => Promise.resolve({ to: ENTRY_POINT, input: bundle([other.other, paying]) }),
  } as unknown as Pick<ServiceClient, "call" | "chain">;
  const found = await findPayment(service, request, { since: 0, used: new Set() });
  assertEquals(found?.id, "1.1.1.1.1");
});
