/** Compares ABIs. @module */
import { type Abi, toEventSelector, toFunctionSelector } from "viem";
import { formatAbiItem } from "viem/utils";

/** The functions, events and errors of an ABI by their types, with their selectors, in order. */
export function namesOf(abi: Abi): string[] {
  return abi.flatMap((item) => {
    if (item.type === "function") return [`${toFunctionSelector(item)} ${formatAbiItem(item)}`];
    if (item.type === "event") return [`${toEventSelector(item)} ${formatAbiItem(item)}`];
    return item.type === "error" ? [`error ${formatAbiItem(item)}`] : [];
  }).sort();
}
