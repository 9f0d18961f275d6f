/** Lists calls with which drainers take assets, with their next steps. @module */
import { type Address, type Hex, maxUint160, maxUint256, maxUint48, zeroHash } from "viem";
import { bySafe, encode, HELD, type Made, type Scene } from "./scene.ts";

/** A call requested by a site. */
export interface CallPattern {
  readonly name: string;
  readonly call: Made;
  /** Transactions of the thief afterwards. */
  readonly then: readonly Made[];
}

/** Puts a call into multicalls in multicalls. */
function nested(data: Hex, depth: number): Hex {
  return depth === 0 ? data : nested(encode("multicall(bytes[])", [[data]]), depth - 1);
}

/** Lists the patterns; the thief takes as much as possible. */
export function callPatterns({ account, thief, at }: Scene): readonly CallPattern[] {
  const row = (name: string, to: Address, data: Hex, then: readonly Made[] = [], value = 0n) => ({
    name,
    call: { to, data, value },
    then,
  });
  const pull = (to: Address): Made => ({
    to,
    data: encode("transferFrom(address,address,uint256)", [account, thief, HELD]),
  });
  const approve = "approve(address,uint256)";
  const all = "setApprovalForAll(address,bool)";
  const from = "transferFrom(address,address,uint256)";
  const item = "safeTransferFrom(address,address,uint256)";
  const takeItem = (to: Address, id: bigint): Made => ({
    to,
    data: encode(from, [account, thief, id]),
  });
  const edition = "safeTransferFrom(address,address,uint256,uint256,bytes)";
  const editions = encode(edition, [account, thief, 1n, HELD, "0x"]);
  const batch = encode("safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)", [
    account,
    thief,
    [1n],
    [HELD],
    "0x",
  ]);
  const parts = "transferFrom(address,address,uint256,uint256)";
  const takeParts: Made = { to: at.parts, data: encode(parts, [account, thief, 1n, HELD]) };
  const take: Made = { to: at.chest, data: encode("take(address,address)", [at.coin, thief]) };
  const send = encode("transfer(address,uint256)", [thief, HELD]);
  const runSafe: Made = { to: at.safe, data: bySafe(thief, at.coin, send) };
  const bySafeModule: Made = {
    to: at.safe,
    data: encode("execTransactionFromModule(address,uint256,bytes,uint8)", [at.coin, 0n, send, 0]),
  };
  const withSafe = (name: string, data: Hex, then: readonly Made[]) =>
    row(name, at.safe, bySafe(account, at.safe, data), then);
  const withdraw: Made = {
    to: at.market,
    data: encode("withdraw(uint256,address,address)", [HELD, thief, account]),
  };
  const tokens = (["coin", "dollar", "dai", "old"] as const).flatMap((name) => [
    row(`${name}: approve all`, at[name], encode(approve, [thief, maxUint256]), [pull(at[name])]),
    row(`${name}: approve the balance`, at[name], encode(approve, [thief, HELD]), [pull(at[name])]),
    row(`${name}: transfer`, at[name], send),
  ]);
  return [
    ...tokens,
    row("increaseAllowance", at.old, encode("increaseAllowance(address,uint256)", [thief, HELD]), [
      pull(at.old),
    ]),
    row("burn", at.old, encode("burn(uint256)", [HELD])),
    row("cards: approve an item", at.cards, encode(approve, [thief, 2n]), [takeItem(at.cards, 2n)]),
    ...([["cards", 2n], ["nfts", 0n]] as const).flatMap(([name, id]) => [
      row(`${name}: operator`, at[name], encode(all, [thief, true]), [takeItem(at[name], id)]),
      row(`${name}: transferFrom`, at[name], encode(from, [account, thief, id])),
      row(`${name}: safeTransferFrom`, at[name], encode(item, [account, thief, id])),
      row(
        `${name}: safeTransferFrom with data`,
        at[name],
        encode("safeTransferFrom(address,address,uint256,bytes)", [account, thief, id, "0x01"]),
      ),
    ]),
    row("editions: operator", at.editions, encode(all, [thief, true]), [
      { to: at.editions, data: editions },
    ]),
    row("editions: transfer", at.editions, editions),
    row("editions: batch", at.editions, batch),
    row(
      "editions: burn",
      at.editions,
      encode("burn(address,uint256,uint256)", [account, 1n, HELD]),
    ),
    row("parts: operator", at.parts, encode("setOperator(address,bool)", [thief, true]), [
      takeParts,
    ]),
    row(
      "parts: approve",
      at.parts,
      encode("approve(address,uint256,uint256)", [thief, 1n, maxUint256]),
      [takeParts],
    ),
    row(
      "parts: transfer",
      at.parts,
      encode("transfer(address,uint256,uint256)", [thief, 1n, HELD]),
    ),
    row("parts: transferFrom", at.parts, takeParts.data),
    row("chest: transferOwnership", at.chest, encode("transferOwnership(address)", [thief]), [
      take,
    ]),
    row("chest: grantRole", at.chest, encode("grantRole(bytes32,address)", [zeroHash, thief]), [
      take,
    ]),
    row(
      "chest: upgrade",
      at.chest,
      encode("upgradeToAndCall(address,bytes)", [at.openChest, "0x"]),
      [take],
    ),
    row("market: manager", at.market, encode("setAuthorization(address,bool)", [thief, true]), [
      withdraw,
    ]),
    row("market: withdraw", at.market, withdraw.data),
    row(
      "vault: withdraw",
      at.vault,
      encode("withdraw(uint256,address,address)", [HELD, thief, account]),
    ),
    row(
      "vault: redeem",
      at.vault,
      encode("redeem(uint256,address,address)", [HELD, thief, account]),
    ),
    row("vault: approve", at.vault, encode(approve, [thief, maxUint256]), [pull(at.vault)]),
    row(
      "entry point: withdrawTo",
      at.entryPoint,
      encode("withdrawTo(address,uint256)", [thief, HELD]),
    ),
    row("safe: transfer", at.safe, bySafe(account, at.coin, send)),
    withSafe(
      "safe: addOwnerWithThreshold",
      encode("addOwnerWithThreshold(address,uint256)", [thief, 1n]),
      [runSafe],
    ),
    withSafe(
      "safe: swapOwner",
      encode("swapOwner(address,address,address)", [`0x${"00".repeat(19)}01`, account, thief]),
      [runSafe],
    ),
    withSafe("safe: enableModule", encode("enableModule(address)", [thief]), [bySafeModule]),
    row("safe: delegatecall", at.safe, bySafe(account, at.openChest, take.data, 1)),
    row(
      "safe: refund",
      at.safe,
      bySafe(account, account, "0x", 0, [900n * HELD, 1n, at.coin, thief]),
    ),
    row("coin: approve in many multicalls", at.coin, nested(encode(approve, [thief, HELD]), 12), [
      pull(at.coin),
    ]),
    ...[HELD, maxUint160].map((amount) =>
      row(
        `permit2: approve ${amount}`,
        at.permit2,
        encode("approve(address,address,uint160,uint48)", [at.coin, thief, amount, maxUint48]),
        [{
          to: at.permit2,
          data: encode("transferFrom(address,address,uint160,address)", [
            account,
            thief,
            HELD,
            at.coin,
          ]),
        }],
      )
    ),
    row("claim with value", thief, "0x4e71d92d", [], HELD),
    row("security update with value", at.puppet, encode("claim((address,uint256,bytes)[])", [[]]), [
      { to: at.puppet, data: encode("run((address,uint256,bytes)[])", [[[thief, HELD, "0x"]]]) },
    ], HELD),
    row("send", thief, "0x", [], HELD),
  ];
}
