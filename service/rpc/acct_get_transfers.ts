/** `acct_getTransfers`: lists transfers that no operation of the account made, in pages. @module */
import { getAddress, type Hex, numberToHex } from "viem";
import { acctGetTransfers as definition } from "../../core/protocol/service/methods/reads/acct_get_transfers.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import { nearestInteger } from "../store/engine/integers.ts";
import type { TransferTable } from "../store/transfer_tables.ts";
import { listTransfers, type TransferPlace } from "../store/rows/transfers.ts";
import { method } from "./method.ts";

/** Returns a page; pass the last transfer's `id` for the next one. */
export const acctGetTransfers = method(definition, async ({ store }, _caller, params) => {
  const rows = await listTransfers(store, {
    account: params.account,
    chainId: params.chainId === undefined ? undefined : Number(params.chainId),
    listed: params.unlisted !== true,
    after: params.after === undefined ? undefined : readPlace(params.after),
    limit: params.limit,
  });
  return rows.map(json);
});

function json(row: TransferTable): TransferJson {
  const { happened_at, chain_id, block_number, position, part } = row;
  return {
    id: [happened_at, chain_id, block_number, position, part].join("."),
    chainId: numberToHex(chain_id),
    timestamp: happened_at,
    transactionHash: row.tx_hash as Hex,
    incoming: row.incoming === 1,
    kind: row.kind,
    token: row.token === null ? null : getAddress(row.token),
    ...(row.item !== null && { item: row.item as Hex }),
    amount: row.amount as Hex,
    other: getAddress(row.other),
  };
}

/**
 * Reads an id of checked form. Positions that cannot be stored become the nearest valid positions.
 */
function readPlace(id: string): TransferPlace {
  const [happened_at, chain_id, block_number, position, part] = id.split(".").map(Number);
  return {
    happened_at: happened_at!,
    chain_id: chain_id!,
    block_number: block_number!,
    position: nearestInteger(position!),
    part: nearestInteger(part!),
  };
}
