/** Writes `golden.json`: accounts' addresses, computed offline from the constants. */
import { encodeAbiParameters, getContractAddress, type Hex, keccak256, pad } from "viem";
import { factory, proxyInitCodeHash } from "./addresses.ts";
import { createPasskey } from "./testing/passkey.ts";

const [first, second] = [createPasskey(1).bytes, createPasskey(2).bytes];
const address = pad("0x00000000000000000000000000000000000000aa");
const cases: [owners: Hex[], nonce: bigint][] = [
  [[first], 0n],
  [[first], 1n],
  [[first], 2n ** 256n - 1n],
  [[first, second], 0n],
  [[second, first], 0n],
  [[first, address], 0n],
  [[address], 0n],
];

const golden = cases.map(([owners, nonce]) => ({
  owners,
  nonce: nonce.toString(),
  address: getContractAddress({
    opcode: "CREATE2",
    from: factory,
    salt: keccak256(
      encodeAbiParameters([{ type: "bytes[]" }, { type: "uint256" }], [owners, nonce]),
    ),
    bytecodeHash: proxyInitCodeHash,
  }),
}));
await Deno.writeTextFile(
  new URL("./golden.json", import.meta.url),
  JSON.stringify(golden, null, 2) + "\n",
);
