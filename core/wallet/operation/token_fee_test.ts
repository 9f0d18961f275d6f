import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { encodeCalls } from "../../account/calls.ts";
import { AcctError } from "../../ground/errors.ts";
import { feeApproval } from "../../fee/token_fee.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { OperationJson } from "../../wire/values.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import {
  feeToken,
  preparedInToken,
  type Scene,
  scene,
  type Send,
  tokenPerNative,
} from "../../testing/wallet_scene.ts";
import type { FeeView, SendCallsPreview } from "../../dialog/types.ts";

const never = new AbortController().signal;
const friend: Hex = `0x${"22".repeat(20)}`;
const other: Hex = `0x${"33".repeat(20)}`;
const call = { to: friend, value: 5n, data: "0x" } as const;
const calls = [{ ...call, value: "0x5" }] as const;
const { address: token, paymaster } = feeToken;

const ask = (at: Scene) =>
  at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, { signal: never });

type OwnFee = Extract<FeeView, { payer: "account" }>;

/** Chooses the token and waits for its quote. */
async function choose(request: Send): Promise<SendCallsPreview> {
  const { chooseFee } = await whenSettled(request);
  chooseFee!(token);
  assertEquals(request.preview.get().status, "loading");
  return await whenSettled(request);
}

Deno.test("token fee: chosen, checked, signed; the maximum equals the approval", async () => {
  const at = await scene();
  let sent: OperationJson | undefined;
  let fee: OwnFee | undefined;
  const { send } = at;
  at.send = (operation) => {
    sent = operation;
    return send(operation);
  };
  at.act = async (request) => {
    const before = (await whenSettled(request)).revision;
    const chosen = await choose(request);
    assert(chosen.revision > before, "the confirm guard starts again");
    fee = chosen.fee as OwnFee;
    return await request.approve({ feeToken: token });
  };
  await ask(at);
  assertEquals([fee?.token.symbol, fee?.token.decimals], ["TUSD", 6]);
  // The operator accepts it, which also lists it.
  assertEquals(fee?.token.unlisted, undefined);
  const approvals = feeApproval({ token, paymaster, amount: fee!.maximum, reset: false });
  assertEquals(sent?.callData, encodeCalls([...approvals, call]));
  assertEquals(at.prompts, ["get"]);
});

Deno.test("token fee: tokens that reject changes of an allowance, and sufficient allowances", async () => {
  const at = await scene();
  const tampers: ((result: PrepareResult) => PrepareResult)[] = [
    (result) => {
      const amount = BigInt(result.fee.maximum);
      const approvals = feeApproval({ token, paymaster, amount, reset: true });
      const callData = encodeCalls([...approvals, call]);
      return { ...result, operation: { ...result.operation, callData } };
    },
    (result) => preparedInToken(result, { calls }, { mode: "prepaid" }),
  ];
  for (const tamper of tampers) {
    at.tamper = (result) => result.feeToken === undefined ? result : tamper(result);
    at.act = async (request) => {
      assertEquals((await choose(request)).status, "ready");
      return await request.approve({});
    };
    await ask(at);
  }
  assertEquals(at.prompts, ["get", "get"]);
});

Deno.test("token fee: forged data of the service is rejected in each field, and no user is prompted", async () => {
  const changed = (change: Partial<OperationJson>) => (result: PrepareResult): PrepareResult => ({
    ...result,
    operation: { ...result.operation, ...change },
  });
  const again = (terms: Parameters<typeof preparedInToken>[2]) => (result: PrepareResult) =>
    preparedInToken(result, { calls }, terms);
  const approving =
    (approval: Partial<Parameters<typeof feeApproval>[0]>, rest: typeof call[] = [call]) =>
    (result: PrepareResult) => {
      const amount = BigInt(result.fee.maximum);
      const approvals = feeApproval({ token, paymaster, amount, reset: false, ...approval });
      return changed({ callData: encodeCalls([...approvals, ...rest]) })(result);
    };
  const priced = (price: bigint) => (result: PrepareResult): PrepareResult => ({
    ...result,
    operation: {
      ...result.operation,
      paymasterData: again({ tokenPerNative: price })(result).operation.paymasterData!,
    },
  });
  const quoted = (maximum: bigint) => (result: PrepareResult): PrepareResult => ({
    ...result,
    fee: { ...result.fee, maximum: numberToHex(maximum) },
  });
  const most = (result: PrepareResult) => BigInt(result.fee.maximum);
  const lies: Record<string, (result: PrepareResult) => PrepareResult> = {
    "a dearer price": priced(tokenPerNative * 2n),
    "a lower price than is shown": priced(tokenPerNative / 2n),
    "an understated maximum": (result) => quoted(most(result) - 1n)(result),
    "an overstated maximum": (result) => quoted(most(result) + 1n)(result),
    "another token in the data": again({ token: other }),
    "another token chosen": (result) => ({ ...result, feeToken: { ...feeToken, address: other } }),
    "a larger approval": (result) => approving({ amount: most(result) + 1n })(result),
    "an approval without bound": approving({ amount: 2n ** 256n - 1n }),
    "a smaller approval": (result) => approving({ amount: most(result) - 1n })(result),
    "an approval of another token": approving({ token: other }),
    "an approval to somebody else": approving({ paymaster: other }),
    "another paymaster, approved": (result) =>
      changed({ paymaster: other })(approving({ paymaster: other })(result)),
    "another paymaster, named as the token's": (result) => ({
      ...changed({ paymaster: other })(approving({ paymaster: other })(result)),
      feeToken: { ...feeToken, paymaster: other },
    }),
    "another paymaster": changed({ paymaster: other }),
    "an approval twice": (result) => {
      const [approval] = feeApproval({ token, paymaster, amount: most(result), reset: false });
      return changed({ callData: encodeCalls([approval!, approval!, call]) })(result);
    },
    "an approval that is not needed": (result) => {
      const { callData } = result.operation;
      return changed({ callData })(again({ mode: "prepaid" })(result));
    },
    "no approval where one is needed": changed({ callData: encodeCalls([call]) }),
    "an extra call": approving({}, [call, call]),
    "a call taken out": approving({}, []),
    "the approval at the end": (result) => {
      const approvals = feeApproval({ token, paymaster, amount: most(result), reset: false });
      return changed({ callData: encodeCalls([call, ...approvals]) })(result);
    },
    "a price that ends before the quote": (result) =>
      again({ validUntil: result.validUntil - 1 })(result),
    "data that is none": changed({ paymasterData: "0x1234" }),
    "a mode that does not exist": (result) => {
      const data = result.operation.paymasterData!;
      return changed({ paymasterData: `${data.slice(0, 26)}02${data.slice(28)}` as Hex })(result);
    },
    "more gas than is shown": changed({ callGasLimit: "0x186a1" }),
    "gas out of bounds": changed({ paymasterPostOpGasLimit: "0x1000001" }),
    "a nonce of the sponsored ones": changed({ nonce: numberToHex(1n << 64n) }),
    "a sponsor as well": (result) => ({ ...result, sponsor: { name: "Me", domain: null } }),
    "the token hidden": ({ feeToken: _, ...result }) => result,
  };
  for (const [lie, tamper] of Object.entries(lies)) {
    const at = await scene();
    at.tamper = (result) => result.feeToken === undefined ? result : tamper(result);
    let seen: SendCallsPreview | undefined;
    at.act = async (request) => {
      seen = await choose(request);
      await assertRejects(() => request.approve({}), AcctError);
      request.reject();
    };
    await assertRejects(() => ask(at), AcctError);
    assertEquals([lie, seen!.status, seen!.error?.cause], [lie, "error", "service_mismatch"]);
    assertEquals(at.prompts, [], lie);
    assertEquals(at.log.includes("acct_send"), false, lie);
  }
});

Deno.test("token fee: a fee token that was not chosen is rejected", async () => {
  const at = await scene();
  at.tamper = (result) => preparedInToken(result, { calls });
  let seen: SendCallsPreview | undefined;
  at.act = async (request) => {
    seen = await whenSettled(request);
    request.reject();
  };
  await assertRejects(() => ask(at), AcctError);
  assertEquals(seen!.error?.cause, "service_mismatch");
});

Deno.test("token fee: between choice and quote signing is impossible, and only the last choice counts", async () => {
  const at = await scene();
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  let late = false;
  at.tamper = async (result) => {
    if (result.feeToken === undefined) return result;
    await pause(5);
    late = true;
    return result;
  };
  at.act = async (request) => {
    const { chooseFee } = await whenSettled(request);
    chooseFee!(token);
    const early = await assertRejects(() => request.approve({ feeToken: token }), AcctError);
    assertEquals(early.data.cause, "not_ready");
    chooseFee!(null);
    const { fee } = await whenSettled(request);
    // The response for the token arrives later and is dropped.
    while (!late) await pause(1);
    await pause(1);
    assertEquals([fee, request.preview.get().fee].map((each) => (each as OwnFee).token.symbol), [
      "ETH",
      "ETH",
    ]);
    assertEquals(at.prompts, []);
    return await request.approve({ feeToken: null });
  };
  await ask(at);
});

Deno.test("token fee: a choice that differs from the prepared one is prepared first", async () => {
  const at = await scene();
  at.act = async (request) => {
    await whenSettled(request);
    const error = await assertRejects(() => request.approve({ feeToken: token }), AcctError);
    assertEquals([error.data.cause, at.prompts], ["quote_changed", []]);
    assertEquals((request.preview.get().fee as OwnFee).token.symbol, "TUSD");
    return await request.approve({ feeToken: token });
  };
  await ask(at);
  assertEquals(at.log, ["acct_prepare", "acct_prepare", "acct_send"]);
});

Deno.test("token fee: a stale price is renewed before the prompt", async () => {
  const at = await scene();
  at.act = async (request) => {
    await choose(request);
    at.clock += 121_000;
    const error = await assertRejects(() => request.approve({}), AcctError);
    assertEquals([error.data.cause, at.prompts], ["quote_changed", []]);
    await whenSettled(request);
    return await request.approve({});
  };
  await ask(at);
  assertEquals(at.log, ["acct_prepare", "acct_prepare", "acct_prepare", "acct_send"]);
});

Deno.test("token fee: a price that rises in the meantime restarts the guard", async () => {
  const at = await scene();
  at.act = async (request) => {
    const { revision, retry: _ } = await choose(request);
    at.tamper = (result) =>
      result.feeToken === undefined
        ? result
        : preparedInToken(result, { calls }, { tokenPerNative: tokenPerNative + 1_000_000n });
    at.clock += 121_000;
    await assertRejects(() => request.approve({}), AcctError);
    assertEquals((await whenSettled(request)).revision, revision + 1);
    return await request.approve({});
  };
  await ask(at);
});

Deno.test("token fee: with too little of the token, no user is prompted", async () => {
  const at = await scene();
  let cause: string | undefined;
  at.tamper = (result) =>
    result.feeToken === undefined ? result : {
      ...result,
      fee: { ...result.fee, balance: numberToHex(BigInt(result.fee.maximum) - 1n) },
    };
  at.act = async (request) => {
    await choose(request);
    const error = await assertRejects(() => request.approve({}), AcctError);
    cause = error.data.cause;
    request.reject();
  };
  await assertRejects(() => ask(at), AcctError);
  assertEquals([cause, at.prompts], ["insufficient_funds", []]);
});

Deno.test("token fee: the last used token is requested next, on its chain", async () => {
  const at = await scene();
  at.act = async (request) => {
    await choose(request);
    return await request.approve({});
  };
  await ask(at);
  at.act = async (request) => {
    const { fee, chooseFee } = await whenSettled(request);
    assertEquals([at.asked, (fee as OwnFee).token.symbol], [token, "TUSD"]);
    chooseFee!(null);
    await whenSettled(request);
    return await request.approve({});
  };
  await ask(at);
  at.act = async (request) => {
    const { fee } = await whenSettled(request);
    assertEquals([at.asked, (fee as OwnFee).token.symbol], [undefined, "ETH"]);
    return await request.approve({});
  };
  await ask(at);
});

Deno.test("token fee: an unavailable token is replaced by the native currency, which is shown", async () => {
  const at = await scene();
  let seen = false;
  // The token's maximum is the largest possible; the native amount does not increase.
  at.tamper = (result) => ({
    ...result,
    feeOptions: result.feeOptions!.map((option) => ({ ...option, maximum: "0xffffffffffffffff" })),
  });
  at.act = async (request) => {
    const { chooseFee } = await whenSettled(request);
    at.tamper = ({ feeToken: _, ...result }) => ({
      ...result,
      operation: nativeOf(result.operation),
      fee: { expected: "0x1", maximum: numberToHex(250_000n * 1_000_000_000n), balance: "0x0" },
      feeOptions: result.feeOptions!.map((option) => ({
        ...option,
        obstacle: option.token === null ? null : "balance" as const,
      })),
    });
    chooseFee!(token);
    const provisional = request.preview.get().revision;
    const { fee, revision } = await whenSettled(request);
    assertEquals((fee as OwnFee).token.symbol, "ETH");
    assertEquals((fee as OwnFee).options?.map(({ obstacle }) => obstacle), [null, "balance"]);
    assertEquals(revision, provisional + 1);
    seen = true;
    request.reject();
  };
  await assertRejects(() => ask(at), AcctError);
  // An error inside the handler appears as a rejection here.
  assert(seen);
});

/** The operation that the account pays itself. */
function nativeOf(operation: OperationJson): OperationJson {
  const {
    paymaster: _1,
    paymasterData: _2,
    paymasterVerificationGasLimit: _3,
    paymasterPostOpGasLimit: _4,
    ...rest
  } = operation;
  return { ...rest, callData: encodeCalls([call]) };
}

Deno.test("token fee: a token that can pay is preselected if the native currency cannot", async () => {
  const at = await scene();
  const asked: unknown[] = [];
  at.tamper = (result) => {
    asked.push(at.asked);
    const poor = { ...result.fee, balance: "0x0" } as const;
    const options = result.feeOptions!.map((option) =>
      option.token === null ? { ...option, balance: "0x0" as const } : option
    );
    return result.feeToken === undefined
      ? { ...result, fee: poor, feeOptions: options }
      : { ...result, feeOptions: options };
  };
  const shown = new Set<string>();
  at.act = async (request) => {
    request.preview.subscribe(() => {
      const { fee } = request.preview.get();
      if (fee?.payer === "account") shown.add(fee.token.symbol);
    });
    const { fee } = await whenSettled(request);
    assertEquals((fee as OwnFee).token.symbol, "TUSD");
    return await request.approve({});
  };
  await ask(at);
  // The unpayable fee was never shown.
  assertEquals([[...shown], asked, at.prompts], [["TUSD"], [undefined, token], ["get"]]);
});

Deno.test("token fee: if no token can pay, the requested one stays and is prepared once", async () => {
  const at = await scene();
  let prepared = 0;
  at.tamper = (result) => {
    prepared += 1;
    return {
      ...result,
      fee: { ...result.fee, balance: "0x0" },
      feeOptions: result.feeOptions!.map((option) => ({ ...option, balance: "0x0" as const })),
    };
  };
  let symbol = "";
  at.act = async (request) => {
    const { fee } = await whenSettled(request);
    symbol = (fee as OwnFee).token.symbol;
    request.reject();
  };
  await assertRejects(() => ask(at), AcctError);
  assertEquals([symbol, prepared], ["ETH", 1]);
});
