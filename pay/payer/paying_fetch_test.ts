/** Requests that are rejected before any request to the chain or signature. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createClient, custom, type Hex, zeroHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base, mainnet } from "viem/chains";
import { units } from "../../core/permission/limits/period.ts";
import { permissionId } from "../../core/permission/permission.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { PaymentError } from "../record/error.ts";
import { payingFetch } from "./paying_fetch.ts";
import { toBase64Json } from "../protocols/encoding.ts";
import { spendGrant } from "../../core/testing/spend_grant.ts";

const token: Hex = `0x${"aa".repeat(20)}`;
const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const granted = spendGrant(key.address, token, "0x2105");
const silent = custom({ request: () => Promise.reject(new Error("the chain was asked")) });
const client = createClient({ chain: base, transport: silent });
const limits = [{ token, perRequest: 10n }];

Deno.test("paying fetch: a key or chain that differs from the permission's is rejected immediately", () => {
  const other = privateKeyToAccount(`0x${"22".repeat(32)}`);
  const elsewhere = createClient({ chain: mainnet, transport: silent });
  for (
    const [options, field] of [
      [{ key: other, client }, "granted.spender"],
      [{ key, client: elsewhere }, "client.chain"],
    ] as const
  ) {
    const error = assertThrows(() => payingFetch({ granted, limits, ...options }), AcctError);
    assertEquals((error as AcctError).data.field, field);
  }
});

Deno.test("paying fetch: no payment over plain HTTP, to other hosts, or after a redirect", async () => {
  const accepts = [{
    scheme: "exact",
    network: "eip155:8453",
    amount: "10",
    asset: token,
    payTo: granted.account,
    maxTimeoutSeconds: 60,
  }];
  const asking = (url?: string): typeof fetch => () => {
    const headers = { "payment-required": toBase64Json({ x402Version: 2, accepts }) };
    const response = new Response(null, { status: 402, headers });
    if (url !== undefined) Object.defineProperty(response, "url", { value: url });
    return Promise.resolve(response);
  };
  const rows: [asked: string, answered: string | undefined, reason: string][] = [
    ["http://api.example.com/", undefined, "insecure"],
    ["http://localhost.example.com/", undefined, "insecure"],
    ["http://127.0.0.1.example.com/", undefined, "insecure"],
    ["https://other.example.org/", undefined, "host_not_allowed"],
    ["https://example.com/", undefined, "host_not_allowed"],
    ["https://api.example.com/", "https://evil.example.com/", "host_not_allowed"],
    ["https://api.example.com/", "http://api.example.com/", "host_not_allowed"],
  ];
  for (const [asked, answered, reason] of rows) {
    const paying = payingFetch({
      granted,
      key,
      client,
      limits,
      hosts: ["*.example.com"],
      fetch: asking(answered),
    });
    const error = await assertRejects(() => paying(asked), PaymentError);
    assertEquals([asked, (error as PaymentError).reason], [asked, reason]);
    assertEquals(await paying.payments(), []);
  }
});

Deno.test("paying fetch: a request keeps its own credentials", async () => {
  const request = toBase64Json({
    amount: "10",
    currency: token,
    recipient: granted.account,
    methodDetails: { chainId: 8453, credentialTypes: ["authorization"] },
  });
  const paying = payingFetch({
    granted,
    key,
    client,
    limits,
    fetch: () => {
      const challenge =
        `Payment id="a", realm="b", method="evm", intent="charge", request="${request}"`;
      return Promise.resolve(
        new Response(null, { status: 402, headers: { "www-authenticate": challenge } }),
      );
    },
  });
  const error = await assertRejects(
    () => paying("https://a.test/", { headers: { authorization: "Bearer x" } }),
    PaymentError,
  );
  assertEquals((error as PaymentError).field, "Authorization");
});

Deno.test("paying fetch: a redirect is followed only if the caller allows it", async () => {
  const asked: string[] = [];
  const answer: typeof fetch = (input) => {
    asked.push((input as Request).redirect);
    return Promise.resolve(new Response("ok"));
  };
  const paying = payingFetch({ granted, key, client, limits, fetch: answer });
  for (const redirect of ["manual", "error", "follow"] as const) {
    await paying("https://a.test/", { redirect });
  }
  await paying(new Request("https://a.test/", { redirect: "manual" }));
  await paying("https://a.test/");
  assertEquals(asked, ["manual", "error", "follow", "manual", "follow"]);
});

Deno.test("paying fetch: no request exceeds its own maximum, even after a redirect", async () => {
  // Only signed: nothing is read from the chain before the first use.
  const { account, spender, start, end, watched } = granted;
  const spends = [{ token, allowance: 10n, unit: units.indexOf("day"), multiplier: 1 }];
  const id = permissionId(
    { account, spender, start, end, salt: 0n, calls: [], spends, watched },
    base.id,
  );
  const offline = { ...granted, signature: "0x01", permissionId: id } as const;
  const demand = {
    scheme: "exact",
    network: "eip155:8453",
    amount: "10",
    asset: token,
    payTo: granted.account,
    maxTimeoutSeconds: 60,
    extra: { assetTransferMethod: "erc7710" },
  };
  const required = toBase64Json({ x402Version: 2, accepts: [demand] });
  const headers: (string | null)[] = [];
  let isLost = true;
  const shop: typeof fetch = (input) => {
    const header = (input as Request).headers.get("payment-signature");
    headers.push(header);
    if (header === null) {
      return Promise.resolve(
        new Response(null, { status: 402, headers: { "payment-required": required } }),
      );
    }
    if (isLost) return Promise.reject(new TypeError("The connection broke."));
    const told = { "payment-response": toBase64Json({ success: true }) };
    return Promise.resolve(new Response("sunny", { headers: told }));
  };
  // A chain without collected payments.
  const chain = custom({
    request: ({ method }: { method: string }) =>
      Promise.resolve(method === "eth_call" ? zeroHash : { number: "0x1", timestamp: "0x1" }),
  });
  const paying = payingFetch({
    granted: offline,
    key,
    client: createClient({ chain: base, transport: chain }),
    limits,
    fetch: shop,
  });
  const fails = async (maxAmount: bigint) =>
    await assertRejects(() => paying("https://a.test/", { maxAmount }), PaymentError);

  const above = await fails(9n) as PaymentError;
  assertEquals([above.reason, above.field], ["over_limit", "accepts[0].amount"]);
  assertEquals([await paying.payments(), headers], [[], [null]]);

  assertEquals((await fails(10n) as PaymentError).reason, "answer_lost");
  assertEquals(headers.length, 4);
  const open = await fails(9n) as PaymentError;
  assertEquals([open.reason, open.field, headers.length], ["over_limit", "maxAmount", 4]);

  isLost = false;
  const response = await paying("https://a.test/", { maxAmount: 10n });
  assertEquals([response.status, paying.receipt(response)?.amount], [200, "10"]);
  assertEquals([headers.length, new Set(headers).size], [5, 2], "one payment, the same bytes");
});
