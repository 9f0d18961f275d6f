import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { encodeCalls } from "../../account/calls.ts";
import { AcctError } from "../../protocol/errors.ts";
import { feeApproval } from "../../fee/token_fee.ts";
import type { OperationJson, PrepareResult } from "../../protocol/service/mod.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import {
  externalToken,
  feeToken,
  preparedInToken,
  type Scene,
  scene,
  type Send,
} from "../../testing/wallet_scene.ts";
import type { FeeView, SendCallsPreview } from "../../dialog/types.ts";

const never = new AbortController().signal;
const call = { to: `0x${"22".repeat(20)}`, value: 5n, data: "0x" } as const;
const other: Hex = `0x${"33".repeat(20)}`;
const calls = [{ ...call, value: "0x5" }] as const;
const { address: token, paymaster } = externalToken;
const most = 1_500_000n;

type OwnFee = Extract<FeeView, { payer: "account" }>;
type Approval = Parameters<typeof feeApproval>[0];

const ask = (at: Scene) =>
  at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, { signal: never });

/** Prepares like an honest service: opaque paymaster data, and an approval that bounds it. */
function prepared(native: PrepareResult, approval: Partial<Approval> = {}): PrepareResult {
  const approvals = feeApproval({ token, paymaster, amount: most, reset: false, ...approval });
  const operation: OperationJson = {
    ...native.operation,
    paymaster,
    paymasterVerificationGasLimit: "0x11170",
    paymasterPostOpGasLimit: "0x1adb0",
    paymasterData: "0x010203",
    callData: encodeCalls([...approvals, call]),
  };
  const [maximum, balance] = [numberToHex(most), numberToHex(100_000_000n)];
  const fee = { expected: numberToHex(most / 2n), maximum, balance };
  return { ...native, operation, feeToken: externalToken, fee };
}

/** Sets up a service that offers the token, and prepares it on request. */
async function offering(tamper: (result: PrepareResult) => PrepareResult): Promise<Scene> {
  const at = await scene();
  at.tamper = (result) => {
    const option = { token: externalToken, expected: "0x1", balance: "0x5f5e100" } as const;
    const feeOptions = [...result.feeOptions!, {
      ...option,
      maximum: numberToHex(most),
      obstacle: null,
    }];
    const offered = { ...result, feeOptions };
    return at.asked === token ? tamper(prepared(offered)) : offered;
  };
  return at;
}

async function choose(request: Send): Promise<SendCallsPreview> {
  const { chooseFee } = await whenSettled(request);
  chooseFee!(token);
  return await whenSettled(request);
}

Deno.test("external fee: chosen, with the domain of who takes it; exactly the maximum is approved", async () => {
  for (const reset of [false, true]) {
    const at = await offering((result) => prepared(result, { reset }));
    const sent: OperationJson[] = [];
    const fees: OwnFee[] = [];
    const { send } = at;
    at.send = (operation) => {
      sent.push(operation);
      return send(operation);
    };
    at.act = async (request) => {
      const { fee: before, chooseFee } = await whenSettled(request);
      assertEquals(
        (before as OwnFee).options?.map(({ token, takenBy }) => [token.symbol, takenBy]),
        [["ETH", undefined], ["TUSD", undefined], ["EURX", "paymaster.example"]],
      );
      chooseFee!(token);
      fees.push(request.preview.get().fee as OwnFee);
      fees.push((await whenSettled(request)).fee as OwnFee);
      return await request.approve({ feeToken: token });
    };
    await ask(at);
    for (const fee of fees) {
      assertEquals([fee.token.symbol, fee.takenBy, fee.maximum], [
        "EURX",
        "paymaster.example",
        most,
      ]);
    }
    const approvals = feeApproval({ token, paymaster, amount: most, reset });
    assertEquals(sent.map(({ callData }) => callData), [encodeCalls([...approvals, call])]);
  }
});

Deno.test("external fee: back to the native currency no other payer is named", async () => {
  const at = await offering((result) => result);
  at.act = async (request) => {
    await choose(request);
    request.preview.get().chooseFee!(null);
    assertEquals((request.preview.get().fee as OwnFee).takenBy, undefined);
    const { fee } = await whenSettled(request);
    assertEquals([(fee as OwnFee).token.symbol, (fee as OwnFee).takenBy], ["ETH", undefined]);
    return await request.approve({ feeToken: null });
  };
  await ask(at);
});

Deno.test("external fee: what the approval does not bound is refused, and no user is prompted", async () => {
  const changed = (change: Partial<OperationJson>) => (result: PrepareResult): PrepareResult => ({
    ...result,
    operation: { ...result.operation, ...change },
  });
  const approving = (approval: Partial<Approval>) => (result: PrepareResult) =>
    prepared(result, approval);
  const [approval] = feeApproval({ token, paymaster, amount: most, reset: false });
  const shown = (maximum: bigint) => (result: PrepareResult): PrepareResult => ({
    ...result,
    fee: { ...result.fee, maximum: numberToHex(maximum) },
  });
  const lies: Record<string, (result: PrepareResult) => PrepareResult> = {
    "a larger approval": approving({ amount: most + 1n }),
    "an approval without bound": approving({ amount: 2n ** 256n - 1n }),
    "a smaller approval": approving({ amount: most - 1n }),
    "an understated maximum": shown(most - 1n),
    "an overstated maximum": shown(most + 1n),
    "a maximum that is no amount": shown(2n ** 256n),
    "an approval of another token": approving({ token: other }),
    "an approval to somebody else": approving({ paymaster: other }),
    "an approval of our own token": approving({ token: feeToken.address }),
    "another paymaster": changed({ paymaster: other }),
    "another paymaster, approved": (result) =>
      changed({ paymaster: other })(prepared(result, { paymaster: other })),
    "another paymaster, named as the token's": (result) => ({
      ...changed({ paymaster: other })(prepared(result, { paymaster: other })),
      feeToken: { ...externalToken, paymaster: other },
    }),
    "our own paymaster": changed({ paymaster: feeToken.paymaster }),
    "no paymaster": (result) => {
      const { paymaster: _, ...operation } = result.operation;
      return { ...result, operation };
    },
    "no approval": changed({ callData: encodeCalls([call]) }),
    "an approval twice": changed({ callData: encodeCalls([approval!, approval!, call]) }),
    "the approval at the end": changed({ callData: encodeCalls([call, approval!]) }),
    "an extra call": changed({ callData: encodeCalls([approval!, call, call]) }),
    "a call taken out": changed({ callData: encodeCalls([approval!]) }),
    "our own token instead": (result) => preparedInToken(result, { calls }),
    "gas out of bounds": changed({ paymasterPostOpGasLimit: "0x1000001" }),
    "a nonce of the sponsored ones": changed({ nonce: numberToHex(1n << 64n) }),
    "a sponsor as well": (result) => ({ ...result, sponsor: { name: "Me", domain: null } }),
    "the token hidden": ({ feeToken: _, ...result }) => result,
  };
  for (const [lie, tamper] of Object.entries(lies)) {
    const at = await offering(tamper);
    let seen: SendCallsPreview | undefined;
    at.act = async (request) => {
      seen = await choose(request);
      await assertRejects(() => request.approve({}), AcctError);
      request.reject();
    };
    await assertRejects(() => ask(at), AcctError);
    assertEquals([lie, seen!.status, seen!.error?.cause], [lie, "error", "service_mismatch"]);
    assertEquals(at.prompts, [], lie);
    assert(!at.log.includes("acct_send"), lie);
  }
});

Deno.test("external fee: a domain that the configuration does not name hides no price", async () => {
  const at = await scene();
  // Presents the service's own token as another paymaster's, so that its price goes unchecked.
  at.tamper = (result) =>
    result.feeToken === undefined ? result : {
      ...result,
      feeToken: { ...feeToken, domain: "paymaster.example" },
      operation: { ...result.operation, paymasterData: "0x010203" },
    };
  let seen: SendCallsPreview | undefined;
  at.act = async (request) => {
    const { chooseFee } = await whenSettled(request);
    chooseFee!(feeToken.address);
    seen = await whenSettled(request);
    request.reject();
  };
  await assertRejects(() => ask(at), AcctError);
  assertEquals(seen!.error?.cause, "service_mismatch");
});
