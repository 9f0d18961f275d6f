/**
 * The contract through which x402's payments by Permit2 go: our double, and with a copy of x402's
 * repository (`deno task test x402`) the published one, by the same table.
 */
import { assertEquals } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, keccak256, maxUint256, stringToHex } from "viem";
import { zeroAddress } from "viem";
import { EXACT_PERMIT2 } from "../pay/payer/sign.ts";
import { exactTransfersAbi } from "./artifacts/test/exact_transfers_abi.ts";
import { moodyTokenAbi } from "./artifacts/test/moody_token_abi.ts";
import {
  type Approval,
  collection,
  type ExactScene,
  junk,
  newPayment,
  openExactScene,
  outcomeOf,
  type Payment,
  receiver,
  signApproval,
  signPayment,
  type Submission,
} from "./testing/exact_payments.ts";
import { EXACT_TRANSFERS, x402Folder } from "./testing/exact_transfers.ts";
import { PERMIT2 } from "./testing/permit2.ts";

const thief = `0x${"7e".repeat(20)}` as const;

/** A payment, its submitted values, and the expected outcome. */
interface Row {
  readonly name: string;
  readonly signed?: Partial<Payment> & { readonly allowance?: bigint };
  readonly submitted?: Submission;
  readonly approval?: (payment: Payment) => Approval | Promise<Approval>;
  /** The habit of the token's permit; the payment is in that token then. */
  readonly mood?: keyof typeof moods;
  /** Seconds of the block after `validAfter`, or after the deadline. */
  readonly at?: readonly [from: "validAfter" | "deadline", seconds: bigint];
  readonly ends: string;
}

const moods = { Reason: 0, Panic: 1, CustomError: 2, Silent: 3, Quiet: 4 } as const;
const withJunk = () => junk;
/** Like a forged approval of a facilitator that has none of the payer's. */
const expired = () => ({ ...junk, deadline: 1n });

const rows: readonly Row[] = [
  { name: "as it was signed", ends: "10, Settled" },
  { name: "to another receiver", submitted: { to: thief }, ends: "InvalidSigner" },
  { name: "of another amount", submitted: { amount: 9n }, ends: "InvalidSigner" },
  { name: "with another nonce", submitted: { nonce: 1n }, ends: "InvalidSigner" },
  { name: "with a later end", submitted: { deadline: maxUint256 }, ends: "InvalidSigner" },
  {
    name: "with an earlier start",
    signed: { validAfter: 9n },
    submitted: { validAfter: 8n },
    ends: "InvalidSigner",
  },
  { name: "of another owner", submitted: { owner: thief }, ends: "InvalidSigner" },
  { name: "of nothing", signed: { amount: 0n }, ends: "InvalidAmount" },
  { name: "to no one", signed: { to: zeroAddress }, ends: "InvalidDestination" },
  { name: "of no one", submitted: { owner: zeroAddress }, ends: "InvalidOwner" },
  { name: "before its start", signed: { validAfter: maxUint256 }, ends: "PaymentTooEarly" },
  {
    name: "of nothing, to and of no one, too early",
    signed: { amount: 0n, to: zeroAddress, validAfter: maxUint256 },
    submitted: { owner: zeroAddress },
    ends: "InvalidAmount",
  },
  {
    name: "to and of no one, too early",
    signed: { to: zeroAddress, validAfter: maxUint256 },
    submitted: { owner: zeroAddress },
    ends: "InvalidOwner",
  },
  {
    name: "to no one, too early",
    signed: { to: zeroAddress, validAfter: maxUint256 },
    ends: "InvalidDestination",
  },
  { name: "a second before its start", at: ["validAfter", -1n], ends: "PaymentTooEarly" },
  { name: "at its start", at: ["validAfter", 0n], ends: "10, Settled" },
  { name: "in its last second", at: ["deadline", 0n], ends: "10, Settled" },
  { name: "a second after its end", at: ["deadline", 1n], ends: "SignatureExpired" },
  { name: "without an approval", signed: { allowance: 0n }, ends: "TRANSFER_FROM_FAILED" },
  { name: "above the approval", signed: { allowance: 9n }, ends: "TRANSFER_FROM_FAILED" },
  {
    name: "with a permit, without an approval",
    signed: { allowance: 0n },
    approval: signApproval,
    ends: "10, SettledWithPermit",
  },
  {
    name: "with a permit, and an approval",
    approval: signApproval,
    ends: "10, SettledWithPermit",
  },
  {
    name: "with a permit of another's, and an approval",
    approval: withJunk,
    ends: "10, EIP2612PermitFailedWithReason EIP2612: invalid signature, SettledWithPermit",
  },
  {
    name: "with an expired permit, and an approval",
    approval: expired,
    ends: "10, EIP2612PermitFailedWithReason permit is expired, SettledWithPermit",
  },
  {
    name: "with a permit of another's, without an approval",
    signed: { allowance: 0n },
    approval: withJunk,
    ends: "TRANSFER_FROM_FAILED",
  },
  {
    name: "with a permit of more",
    approval: async (payment) => await signApproval({ ...payment, amount: 11n }),
    ends: "Permit2612AmountMismatch",
  },
  {
    name: "with a permit of more, of nothing",
    signed: { amount: 0n },
    approval: withJunk,
    ends: "Permit2612AmountMismatch",
  },
  {
    name: "with a permit, too early",
    signed: { validAfter: maxUint256 },
    approval: signApproval,
    ends: "PaymentTooEarly",
  },
  {
    name: "with a permit, to another receiver",
    approval: signApproval,
    submitted: { to: thief },
    ends: "InvalidSigner",
  },
  ...([
    ["Reason", "EIP2612PermitFailedWithReason not today, "],
    ["Panic", "EIP2612PermitFailedWithPanic 1, "],
    [
      "CustomError",
      `EIP2612PermitFailedWithData ${keccak256(stringToHex("NotToday(uint256)")).slice(0, 10)}${
        "7".padStart(64, "0")
      }, `,
    ],
    ["Silent", "EIP2612PermitFailedWithData 0x, "],
    ["Quiet", ""],
  ] as const).map(([mood, event]) => ({
    name: `a token whose permit fails: ${mood}`,
    mood,
    approval: withJunk,
    ends: `10, ${event}SettledWithPermit`,
  })),
];

for (const folder of new Set([undefined, x402Folder()])) {
  const which = folder === undefined ? "our double" : "the published one";
  Deno.test(`x402's spender for Permit2: ${which}`, async (t) => {
    await using scene = await openExactScene(folder);
    for (const row of rows) await t.step(row.name, () => check(scene, row));
    await t.step("collected once", () => once(scene));
    await t.step("no permit leaves an allowance behind", () => usedUp(scene));
    await t.step("not within itself", () => nested(scene));
    await t.step("its own description", () => itself(scene));
  });
}

async function check(scene: ExactScene, row: Row): Promise<void> {
  const { client } = scene;
  const { signed = {}, submitted, approval, mood, at, ends } = row;
  if (mood !== undefined) {
    const hash = await client.writeContract({
      address: scene.moody,
      abi: moodyTokenAbi,
      functionName: "setMood",
      args: [moods[mood]],
    });
    await client.waitForTransactionReceipt({ hash });
  }
  const { timestamp } = await client.getBlock();
  const payment = await newPayment(scene, {
    ...(mood !== undefined && { token: scene.moody }),
    ...(at !== undefined && { validAfter: timestamp + 500n, deadline: timestamp + 600n }),
    ...signed,
  });
  const data = await collection(payment, submitted, await approval?.(payment));
  const time = at === undefined ? {} : { at: payment[at[0]] + at[1] };
  assertEquals(await outcomeOf(scene, data, time), ends);
}

async function once(scene: ExactScene): Promise<void> {
  const payment = await newPayment(scene);
  const data = await collection(payment);
  assertEquals(await outcomeOf(scene, data), "10, Settled");
  assertEquals(await outcomeOf(scene, data), "InvalidNonce");
  assertEquals(await outcomeOf(scene, await collection(payment, {}, junk)), "InvalidNonce");
}

async function usedUp(scene: ExactScene): Promise<void> {
  const payment = await newPayment(scene, { allowance: 0n });
  const data = await collection(payment, {}, await signApproval(payment));
  assertEquals(await outcomeOf(scene, data), "10, SettledWithPermit");
  const allowance = await scene.client.readContract({
    address: payment.token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [payment.owner.address, PERMIT2],
  });
  assertEquals(allowance, 0n);
}

/** A token that collects a second payment while the first moves. */
async function nested(scene: ExactScene): Promise<void> {
  const { client, moody } = scene;
  const [first, second] = [
    await newPayment(scene, { token: moody }),
    await newPayment(scene),
  ];
  const inner = await collection(second);
  const hash = await client.writeContract({
    address: moody,
    abi: moodyTokenAbi,
    functionName: "callBack",
    args: [EXACT_TRANSFERS, inner],
  });
  await client.waitForTransactionReceipt({ hash });
  const outer = await collection(first);
  assertEquals(await outcomeOf(scene, outer), "TRANSFER_FROM_FAILED");
  assertEquals(await outcomeOf(scene, inner), "10, Settled", "it is fine by itself");
}

async function itself(scene: ExactScene): Promise<void> {
  const { client } = scene;
  const read = (functionName: "PERMIT2" | "WITNESS_TYPEHASH" | "WITNESS_TYPE_STRING") =>
    client.readContract({ address: EXACT_TRANSFERS, abi: exactTransfersAbi, functionName });
  const witness = "Witness(address to,uint256 validAfter)";
  assertEquals([
    await read("PERMIT2"),
    await read("WITNESS_TYPEHASH"),
    await read("WITNESS_TYPE_STRING"),
  ], [
    PERMIT2,
    keccak256(stringToHex(witness)),
    `Witness witness)TokenPermissions(address token,uint256 amount)${witness}`,
  ]);
  assertEquals(EXACT_PERMIT2, EXACT_TRANSFERS);
  const payment = await newPayment(scene);
  const data = await collection(payment);
  assertEquals(await outcomeOf(scene, data, { value: 1n }), "(no reason)", "takes no ether");
  assertEquals(await outcomeOf(scene, "0x12345678"), "(no reason)");
  assertEquals(await outcomeOf(scene, upto(payment, await signPayment(payment))), "(no reason)");
  assertEquals(await outcomeOf(scene, data), "10, Settled");
}

/** The call of x402's other contract, for `upto`, with an amount chosen by the facilitator. */
function upto({ owner, token, amount, nonce, deadline }: Payment, signature: Hex): Hex {
  const named = (name: string, type = "address") => ({ name, type });
  const abi = [{
    type: "function",
    name: "settle",
    stateMutability: "nonpayable",
    outputs: [],
    inputs: [
      {
        name: "permit",
        type: "tuple",
        components: [
          {
            name: "permitted",
            type: "tuple",
            components: [named("token"), named("amount", "uint256")],
          },
          named("nonce", "uint256"),
          named("deadline", "uint256"),
        ],
      },
      named("amount", "uint256"),
      named("owner"),
      {
        name: "witness",
        type: "tuple",
        components: [named("to"), named("facilitator"), named("validAfter", "uint256")],
      },
      named("signature", "bytes"),
    ],
  }];
  return encodeFunctionData({
    abi,
    functionName: "settle",
    args: [
      { permitted: { token, amount }, nonce, deadline },
      amount,
      owner.address,
      { to: receiver, facilitator: zeroAddress, validAfter: 0n },
      signature,
    ],
  });
}
