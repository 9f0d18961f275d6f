/** Each digest that an owner signs is the EIP-712 hash of the data that a hardware wallet would show. */
import { assertEquals } from "@std/assert";
import { hashTypedData, type Hex, stringToHex } from "viem";
import { operationToSign } from "../client/prepared_operation.ts";
import { type Permission, permissionId, permissionToSign } from "../permission/permission.ts";
import { messageToSign, type TypedData, typedDataToSign } from "./message.ts";
import { joinOperations } from "./owners/joint.ts";
import type { ToSign } from "./to_sign.ts";

const signer = { address: `0x${"ab".repeat(20)}` as Hex, chainId: 31337 };

const order: TypedData = {
  types: {
    Order: [{ name: "maker", type: "Agent" }, { name: "lots", type: "Lot[2][]" }],
    Agent: [{ name: "wallet", type: "address" }],
    Lot: [{ name: "size", type: "int256" }],
    EIP712Domain: [{ name: "name", type: "string" }, { name: "chainId", type: "uint256" }],
  },
  primaryType: "Order",
  domain: { name: "Shop", chainId: 31337 },
  message: {
    maker: { wallet: `0x${"01".repeat(20)}` },
    lots: [[{ size: -(2n ** 255n) }, { size: 2n ** 255n - 1n }]],
  },
};

const operation = {
  sender: signer.address,
  nonce: "0x10000000000000000",
  callData: "0x12",
  callGasLimit: "0x1",
  verificationGasLimit: "0x2",
  preVerificationGas: "0x3",
  maxFeePerGas: "0x4",
  maxPriorityFeePerGas: "0x5",
  factory: `0x${"fa".repeat(20)}`,
  factoryData: "0x34",
} as const;

const permission: Permission = {
  account: signer.address,
  spender: `0x${"5e".repeat(20)}`,
  start: 1,
  end: 2,
  salt: 3n,
  calls: [{ target: `0x${"7a".repeat(20)}`, selector: "0xa9059cbb", rules: [] }],
  spends: [{ token: `0x${"70".repeat(20)}`, allowance: 10n, unit: 1, multiplier: 1 }],
  watched: [],
};

Deno.test("to sign: each digest is the hash of its typed data", () => {
  const all: Readonly<Record<string, ToSign>> = {
    message: messageToSign(signer, stringToHex("hello")),
    data: messageToSign(signer, "0xff00fe", `0x${"cd".repeat(20)}`),
    "typed data": typedDataToSign(signer, order),
    operation: operationToSign(operation, 31337),
    "joined operations": joinOperations(signer.address, [
      operationToSign(operation, 31337).digest,
      operationToSign(operation, 1).digest,
      `0x${"77".repeat(32)}`,
    ]).root,
    permission: permissionToSign(permission, 31337),
  };
  for (const [name, { digest, typedData }] of Object.entries(all)) {
    assertEquals(hashTypedData(typedData()), digest, name);
  }
  assertEquals(all["permission"]!.digest, permissionId(permission, 31337));
});
