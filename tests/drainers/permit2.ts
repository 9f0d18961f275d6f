/** Lists signatures with which drainers take tokens through Permit2. @module */
import { type Hex, keccak256, maxUint160, maxUint256, stringToHex } from "viem";
import { encode, HELD, type Made, type Scene } from "./scene.ts";
import type { Typed, TypedPattern } from "./typed.ts";

const details = [
  { name: "token", type: "address" },
  { name: "amount", type: "uint160" },
  { name: "expiration", type: "uint48" },
  { name: "nonce", type: "uint48" },
];
const permitted = [{ name: "token", type: "address" }, { name: "amount", type: "uint256" }];
const end = [{ name: "nonce", type: "uint256" }, { name: "deadline", type: "uint256" }];
const forever = maxUint256.toString();

/** Words of ABI signatures. */
const DETAILS = "(address token,uint160 amount,uint48 expiration,uint48 nonce)";
const PERMITTED = "(address token,uint256 amount)";

/** Lists the patterns; the victim's tokens are approved for Permit2, as is usual for traders. */
export function permit2Patterns({ chainId, at, thief, signer }: Scene): readonly TypedPattern[] {
  const me = signer.address;
  const domain = { name: "Permit2", chainId, verifyingContract: at.permit2 };
  const typed = (types: Typed["types"], message: Typed["message"]): Typed => {
    const primaryType = Object.keys(types)[0]!;
    return { types, primaryType, domain, message };
  };
  const allowed = (amount: bigint) => ({
    token: at.coin,
    amount: amount.toString(),
    expiration: "281474976710655",
    nonce: "0",
  });
  const take = (signature: string, args: readonly unknown[]): Made => ({
    to: at.permit2,
    data: encode(signature, args),
  });
  const pull = take("transferFrom(address,address,uint160,address)", [me, thief, HELD, at.coin]);
  const coins = { token: at.coin, amount: HELD.toString() };
  const halves = [HELD / 2n, HELD - HELD / 2n].map((amount) => ({
    token: at.coin,
    amount: amount.toString(),
  }));
  const rest = { spender: thief, nonce: "0", deadline: forever };
  const given = { to: thief, requestedAmount: HELD };
  const spender = { name: "spender", type: "address" };
  const witness = keccak256(stringToHex("Reward"));
  return [
    ...[HELD, maxUint160].map((amount): TypedPattern => ({
      name: `Permit2: PermitSingle of ${amount}`,
      data: typed({
        PermitSingle: [
          { name: "details", type: "PermitDetails" },
          spender,
          { name: "sigDeadline", type: "uint256" },
        ],
        PermitDetails: details,
      }, { details: allowed(amount), spender: thief, sigDeadline: forever }),
      then: (proof: Hex) => [
        take(
          `permit(address owner,(${DETAILS} details,address spender,uint256 sigDeadline) permit,` +
            "bytes signature)",
          [me, { details: allowed(amount), spender: thief, sigDeadline: maxUint256 }, proof],
        ),
        pull,
      ],
    })),
    {
      name: "Permit2: PermitBatch",
      data: typed({
        PermitBatch: [
          { name: "details", type: "PermitDetails[]" },
          spender,
          { name: "sigDeadline", type: "uint256" },
        ],
        PermitDetails: details,
      }, { details: [allowed(HELD)], spender: thief, sigDeadline: forever }),
      then: (proof) => [
        take(
          `permit(address owner,(${DETAILS}[] details,address spender,uint256 sigDeadline) permit,` +
            "bytes signature)",
          [me, { details: [allowed(HELD)], spender: thief, sigDeadline: maxUint256 }, proof],
        ),
        pull,
      ],
    },
    {
      name: "Permit2: PermitTransferFrom",
      data: typed({
        PermitTransferFrom: [
          { name: "permitted", type: "TokenPermissions" },
          spender,
          ...end,
        ],
        TokenPermissions: permitted,
      }, { permitted: coins, ...rest }),
      then: (proof) => [
        take(
          `permitTransferFrom((${PERMITTED} permitted,uint256 nonce,uint256 deadline) permit,` +
            "(address to,uint256 requestedAmount) transferDetails,address owner,bytes signature)",
          [{ permitted: coins, ...rest }, given, me, proof],
        ),
      ],
    },
    ...[[coins], halves].map((permits): TypedPattern => ({
      name: `Permit2: PermitBatchTransferFrom in ${permits.length}`,
      data: typed({
        PermitBatchTransferFrom: [
          { name: "permitted", type: "TokenPermissions[]" },
          spender,
          ...end,
        ],
        TokenPermissions: permitted,
      }, { permitted: permits, ...rest }),
      then: (proof) => [
        take(
          `permitTransferFrom((${PERMITTED}[] permitted,uint256 nonce,uint256 deadline) permit,` +
            "(address to,uint256 requestedAmount)[] transferDetails,address owner,bytes signature)",
          [
            { permitted: permits, ...rest },
            permits.map(({ amount }) => ({ to: thief, requestedAmount: amount })),
            me,
            proof,
          ],
        ),
      ],
    })),
    {
      name: "Permit2: PermitWitnessTransferFrom",
      data: typed({
        PermitWitnessTransferFrom: [
          { name: "permitted", type: "TokenPermissions" },
          spender,
          ...end,
          { name: "reward", type: "bytes32" },
        ],
        TokenPermissions: permitted,
      }, { permitted: coins, ...rest, reward: witness }),
      then: (proof) => [
        take(
          `permitWitnessTransferFrom((${PERMITTED} permitted,uint256 nonce,uint256 deadline) permit,` +
            "(address to,uint256 requestedAmount) transferDetails,address owner,bytes32 witness," +
            "string witnessTypeString,bytes signature)",
          [
            { permitted: coins, ...rest },
            given,
            me,
            witness,
            "bytes32 reward)TokenPermissions(address token,uint256 amount)",
            proof,
          ],
        ),
      ],
    },
  ];
}
