/** Words for limits of a sponsor that are reached. @module */
import { AcctError } from "../../../core/ground/errors.ts";
import type { CounterKind } from "../../store/ledger_tables.ts";

const again = "Until the next hour, the rest of this limit is for users of other networks.";

const words: Partial<Record<CounterKind, string>> = {
  operations: "The sponsor's operations of this day are used up.",
  deployments: "The sponsor's first operations of this day are used up.",
  without_origin: "The sponsor's operations for requests without a page are used up.",
  operations_again: again,
  deployments_again: again,
  without_origin_again: again,
  gwei_again: again,
  sender: "The sponsor's operations for this account are used up today.",
  network: "The sponsor's operations for this network are used up today.",
  block: "The sponsor's operations for networks near this one are used up today.",
  block_deployments: "The sponsor's first operations for networks near this one are used up today.",
  block_gwei: "The sponsor's budget for networks near this one is used up today.",
};

/** Creates the error of a refusal. */
export function refused(reason: CounterKind | { readonly detail: string }): AcctError {
  const detail = typeof reason !== "string"
    ? reason.detail
    : words[reason] ?? "The sponsor's budget of this day is used up.";
  return new AcctError("sponsor_failed", { detail });
}
