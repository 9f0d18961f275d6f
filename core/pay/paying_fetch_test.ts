/** Requests that are refused before anything is asked or signed. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createClient, custom, type Hex, zeroHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base, mainnet } from "viem/chains";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import { AcctError } from "../protocol/errors.ts";
import { PaymentError } from "./error.ts";
import { payingFetch } from "./paying_fetch.ts";
import { toBase64Json } from "./protocols/encoding.ts";

const token: Hex = `0x${"aa".repeat(20)}`;
const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const granted: WalletGrantPermissionsResponse = {
  account: `0x${"bb".repeat(20)}`,
  spender: key.address,
  start: 0,
  end: 1,
  salt: zeroHash,
  calls: [],
  spends: [{ token, allowance: "10", unit: "day" }],
  watched: [],
  permissionId: zeroHash,
  chainId: "0x2105",
};
const silent = custom({ request: () => Promise.reject(new Error("the chain was asked")) });
const client = createClient({ chain: base, transport: silent });
const limits = [{ token, perRequest: 10n }];

Deno.test("paying fetch: a key or chain that is not the permission's is refused at once", () => {
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

Deno.test("paying fetch: a request that has credentials of its own keeps them", async () => {
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
