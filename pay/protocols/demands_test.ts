/** Servers' payment requests: parsing, the choice, and the named field if none is acceptable. */
import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { WalletGrantPermissionsResponse } from "../../core/permission/details.ts";
import { allTransfers, choose, type Terms } from "../payer/choose.ts";
import type { Demands } from "./demand.ts";
import { fromBase64Json, toBase64Json, toBase64UrlJson } from "./encoding.ts";
import { PaymentError } from "../record/error.ts";
import { readChallenges, readMpp, readMppSettlement, writeMpp } from "./mpp.ts";
import { readX402, readX402Settlement, writeX402 } from "./x402.ts";

const token = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const payTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
const offer = {
  scheme: "exact",
  network: "eip155:8453",
  amount: "10000",
  asset: token,
  payTo,
  maxTimeoutSeconds: 60,
  extra: { name: "USDC", version: "2" },
};
const terms: Terms = {
  granted: { chainId: "0x2105" } as unknown as WalletGrantPermissionsResponse,
  limits: [{ token, perRequest: 20_000n }],
  transfers: allTransfers,
  protocols: ["x402", "mpp"],
};
const required = (accepts: unknown, more: Record<string, unknown> = {}) =>
  new Headers({ "payment-required": toBase64Json({ x402Version: 2, accepts, ...more }) });
const read = (accepts: unknown) => readX402(required(accepts), undefined)!;
const nonce = `0x${"5a".repeat(32)}` as const;
const thrown = (work: () => unknown) => assertThrows(work, PaymentError) as PaymentError;

Deno.test("demands: x402 in headers (2) and in the body (1)", () => {
  const two = choose(read([offer]), terms);
  assertEquals([two.transfer, two.chainId, two.amount, two.seconds], [
    "eip3009",
    8453,
    10_000n,
    60,
  ]);
  const sent = writeX402(two, { signature: "0x" }, nonce);
  assertEquals(sent.name, "PAYMENT-SIGNATURE");
  assertEquals(fromBase64Json(sent.value), {
    x402Version: 2,
    accepted: offer,
    payload: { signature: "0x" },
  });
  const { amount: maxAmountRequired, ...rest } = offer;
  const body = { x402Version: 1, accepts: [{ ...rest, maxAmountRequired, network: "base" }] };
  const one = choose(readX402(new Headers(), body)!, terms);
  assertEquals([one.chainId, one.amount], [8453, 10_000n]);
  const older = writeX402(one, { signature: "0x" }, nonce);
  assertEquals(older.name, "X-PAYMENT");
  assertEquals(fromBase64Json(older.value), {
    x402Version: 1,
    scheme: "exact",
    network: "base",
    payload: { signature: "0x" },
  });
});

Deno.test("demands: x402's extensions are sent back unchanged, in version 2", () => {
  const extensions = {
    bazaar: { info: { input: { type: "http" } }, schema: { type: "object" } },
    eip2612GasSponsoring: { info: { version: "1" }, schema: {} },
  };
  const sent = (more: Record<string, unknown>, x402Version = 2) => {
    const body = { x402Version, accepts: [{ ...offer, maxAmountRequired: offer.amount }], ...more };
    const demand = choose(readX402(new Headers(), body)!, terms);
    return (fromBase64Json(writeX402(demand, {}, nonce).value) as { extensions?: unknown })
      .extensions;
  };
  assertEquals(sent({ extensions }), extensions);
  for (const none of [undefined, null, {}, [], "bazaar"]) {
    assertEquals(sent({ extensions: none }), undefined);
  }
  assertEquals(sent({ extensions }, 1), undefined, "version 1 has none");
});

Deno.test("demands: x402's identifier of a payment is its nonce, if a server offers one", () => {
  const sent = (offered: unknown) => {
    const body = {
      x402Version: 2,
      accepts: [offer],
      extensions: { "payment-identifier": offered },
    };
    const demand = choose(readX402(new Headers(), body)!, terms);
    const header = writeX402(demand, {}, nonce);
    return (fromBase64Json(header.value) as { extensions: Record<string, unknown> })
      .extensions["payment-identifier"];
  };
  const schema = { type: "object", required: ["required"] };
  const id = "5a".repeat(32);
  assertMatch(id, /^[A-Za-z0-9_-]{16,128}$/);
  for (const info of [{ required: true }, { required: false }, { required: true, id: "theirs" }]) {
    assertEquals(sent({ info, schema }), { info: { ...info, id }, schema });
  }
  // Any value other than an offer is sent back unchanged.
  for (const odd of [null, "x", [], {}, { info: null }, { info: [] }, { schema }]) {
    assertEquals(sent(odd), odd);
  }
});

Deno.test("demands: hostile and malformed ones are rejected, and the field is named", () => {
  const rows: [changes: Record<string, unknown>, field: string][] = [
    [{ scheme: "upto" }, "accepts[0].scheme"],
    [{ network: "eip155:1" }, "accepts[0].network"],
    [{ network: "eip155:08453" }, "accepts[0].network"],
    [{ network: "solana:mainnet" }, "accepts[0].network"],
    [{ network: 8453 }, "accepts[0].network"],
    [{ network: ["eip155:8453"] }, "accepts[0].network"],
    [{ network: { toString: 1 } }, "accepts[0].network"],
    [{ amount: "20001" }, "accepts[0].amount"],
    [{ amount: 10_000 }, "accepts[0].amount"],
    [{ amount: "-1" }, "accepts[0].amount"],
    [{ amount: "0" }, "accepts[0].amount"],
    [{ amount: "1e3" }, "accepts[0].amount"],
    [{ amount: "0x10" }, "accepts[0].amount"],
    [{ amount: " 10" }, "accepts[0].amount"],
    [{ amount: "9".repeat(49) }, "accepts[0].amount"],
    [{ amount: "1".repeat(10_000) }, "accepts[0].amount"],
    [{ asset: payTo }, "accepts[0].asset"],
    [{ asset: "USDC" }, "accepts[0].asset"],
    [{ asset: `0x${"0".repeat(40)}` }, "accepts[0].asset"],
    [{ payTo: "0x1" }, "accepts[0].payTo"],
    [{ payTo: null }, "accepts[0].payTo"],
    [{ payTo: `0x${"0".repeat(40)}` }, "accepts[0].payTo"],
    [{ payTo: token }, "accepts[0].payTo"],
    [{ maxTimeoutSeconds: 0 }, "accepts[0].maxTimeoutSeconds"],
    [{ maxTimeoutSeconds: "60" }, "accepts[0].maxTimeoutSeconds"],
    [{ maxTimeoutSeconds: null }, "accepts[0].maxTimeoutSeconds"],
    [{ extra: "USDC" }, "accepts[0].extra"],
    [{ extra: { name: "USDC", version: 2 } }, "accepts[0].extra.version"],
    [{ extra: { name: "U".repeat(129), version: "2" } }, "accepts[0].extra.name"],
    [{ extra: { assetTransferMethod: "eip3009" } }, "accepts[0].extra.name"],
    [{ extra: { assetTransferMethod: "approve" } }, "accepts[0].extra.assetTransferMethod"],
    [
      { extra: { assetTransferMethod: "erc7710", facilitatorAddresses: "0x" } },
      "accepts[0].extra.facilitatorAddresses",
    ],
  ];
  for (const [changes, field] of rows) {
    const error = thrown(() => choose(read([{ ...offer, ...changes }]), terms));
    assertEquals([error.field, error.refusals[0]?.field], [field, field]);
    assertEquals(
      error.reason,
      field.endsWith("amount") && changes.amount === "20001" ? "over_limit" : "unacceptable",
    );
  }
  assertEquals(thrown(() => choose(read([null]), terms)).field, "accepts[0]");
  for (
    const [headers, field] of [
      [new Headers({ "payment-required": "%%%" }), "PAYMENT-REQUIRED"],
      [new Headers({ "payment-required": toBase64Json([1]) }), "PAYMENT-REQUIRED"],
      [new Headers({ "payment-required": toBase64Json({ x402Version: 3 }) }), "x402Version"],
      [required([]), "accepts"],
      [required(Array(33).fill(offer)), "accepts"],
      [required({ 0: offer }), "accepts"],
    ] as const
  ) {
    const error = thrown(() => readX402(headers, undefined));
    assertEquals([error.reason, error.field], ["malformed", field]);
  }
  assertEquals(readX402(new Headers(), { message: "pay me" }), undefined);
  assertEquals(readX402(new Headers(), undefined), undefined);
});

Deno.test("demands: a long validity is shortened, and the best acceptable option is chosen", () => {
  assertEquals(choose(read([{ ...offer, maxTimeoutSeconds: 1e9 }]), terms).seconds, 600);
  const by = (assetTransferMethod: string, amount = "10000") => ({
    ...offer,
    amount,
    extra: { ...offer.extra, assetTransferMethod },
  });
  const all = [by("permit2"), by("eip3009", "9000"), by("eip3009", "8000"), by("erc7710")];
  assertEquals(choose(read(all), terms).transfer, "erc7710");
  assertEquals(choose(read(all.slice(0, 3)), terms).amount, 8000n);
  assertEquals(choose(read(all.slice(0, 1)), terms).transfer, "permit2");
  assertEquals(choose(read([{ ...offer, extra: {} }]), terms).transfer, "permit2");
  assertEquals(choose(read([by("erc7710", "20001"), by("permit2")]), terms).transfer, "permit2");
  const error = thrown(() => choose(read(all), { ...terms, transfers: [] }));
  assertEquals([error.reason, error.refusals.length], ["unacceptable", 4]);
});

const now = 1_800_000_000;
const request = {
  amount: "10000",
  currency: token,
  recipient: payTo,
  methodDetails: { chainId: 8453, credentialTypes: ["authorization"] },
};
const challenge = (changes: Record<string, string> = {}, body: unknown = request) => {
  const all = {
    id: "abc",
    realm: "api.example.com",
    method: "evm",
    intent: "charge",
    request: toBase64UrlJson(body),
    ...changes,
  };
  return `Payment ${Object.entries(all).map(([key, value]) => `${key}="${value}"`).join(", ")}`;
};
const mpp = (text: string): Demands => readMpp(new Headers({ "www-authenticate": text }), now)!;

Deno.test("demands: MPP among other schemes, and the data sent back", () => {
  const text = `Basic realm="a, Payment id=\\"x\\"", ${
    challenge({ description: 'with a \\"quote\\"', expires: "2027-01-15T08:01:00Z" })
  }, Bearer`;
  const demand = choose(mpp(text), terms);
  assertEquals([demand.transfer, demand.amount, demand.seconds], ["eip3009", 10_000n, 60]);
  const { name, value } = writeMpp(demand, payTo, { type: "authorization" });
  assertEquals(name, "Authorization");
  assertEquals(fromBase64Json(value.replace("Payment ", "")), {
    challenge: {
      id: "abc",
      realm: "api.example.com",
      method: "evm",
      intent: "charge",
      request: toBase64UrlJson(request),
      expires: "2027-01-15T08:01:00Z",
    },
    payload: { type: "authorization" },
    source: `did:pkh:eip155:8453:${payTo}`,
  });
  const elsewhere = choose(mpp(challenge({ header: "payment-authorization" })), terms);
  assertEquals(writeMpp(elsewhere, payTo, {}).name, "Payment-Authorization");
  assertEquals(readChallenges(`${challenge()}, ${challenge({ id: "def" })}`).map(({ id }) => id), [
    "abc",
    "def",
  ]);
  assertEquals(readChallenges('Payment id="a", id="b"'), [], "given twice");
  assertEquals(readMpp(new Headers({ "www-authenticate": "Bearer" }), now), undefined);
});

Deno.test("demands: malformed MPP challenges are rejected, and the field is named", () => {
  const details = (changes: Record<string, unknown>) => ({
    ...request,
    methodDetails: { ...request.methodDetails, ...changes },
  });
  const rows: [text: string, field: string][] = [
    [challenge({ method: "tempo" }), "Payment[0].method"],
    [challenge({ intent: "session" }), "Payment[0].intent"],
    [challenge({ id: "" }), "Payment[0].id"],
    [challenge({ realm: "" }), "Payment[0].realm"],
    [challenge({ request: "%" }), "Payment[0].request"],
    [challenge({ expires: "2020-01-01T00:00:00Z" }), "Payment[0].expires"],
    [challenge({ expires: "soon" }), "Payment[0].expires"],
    [challenge({ header: "Cookie" }), "Payment[0].header"],
    [challenge({}, { ...request, methodDetails: null }), "Payment[0].request.methodDetails"],
    [challenge({}, details({ chainId: "1" })), "Payment[0].request.methodDetails.chainId"],
    [challenge({}, details({ chainId: 1 })), "Payment[0].request.methodDetails.chainId"],
    [
      challenge({}, details({ credentialTypes: ["hash"] })),
      "Payment[0].request.methodDetails.credentialTypes",
    ],
    [challenge({}, details({ splits: [{}] })), "Payment[0].request.methodDetails.splits"],
    [challenge({}, { ...request, amount: "20001" }), "Payment[0].request.amount"],
    [challenge({}, { ...request, amount: "1.5" }), "Payment[0].request.amount"],
    [challenge({}, { ...request, currency: payTo }), "Payment[0].request.currency"],
    [challenge({}, { ...request, recipient: token }), "Payment[0].request.recipient"],
  ];
  for (const [text, field] of rows) {
    assertEquals(thrown(() => choose(mpp(text), terms)).field, field);
  }
});

Deno.test("demands: the outcome of a payment is read from any server response", () => {
  const transaction = `0x${"ab".repeat(32)}`;
  const response = (name: string, value: unknown) => new Headers({ [name]: toBase64Json(value) });
  assertEquals(readX402Settlement(response("payment-response", { success: true, transaction })), {
    success: true,
    transaction: `0x${"ab".repeat(32)}`,
  });
  assertEquals(
    readX402Settlement(response("x-payment-response", { success: false, errorReason: "no" })),
    { success: false, detail: "no" },
  );
  assertEquals(readX402Settlement(response("payment-response", { success: "yes" })), undefined);
  assertEquals(readX402Settlement(new Headers()), undefined);
  const receipt = { status: "success", reference: transaction };
  assertEquals(readMppSettlement(response("payment-receipt", receipt))?.success, true);
  assertEquals(readMppSettlement(response("payment-receipt", { status: "failed" })), undefined);
});
