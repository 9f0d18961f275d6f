/** Describes revert data as text. @module */
import { decodeErrorResult, type Hex, type Log, parseAbi, size } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { cleanText } from "../../../core/lib/text.ts";
import { readEvents } from "../node/read_events.ts";

/** Common errors: ERC-6093's, the account's wrapper, Solidity's own. */
const known = parseAbi([
  "error Error(string reason)",
  "error Panic(uint256 code)",
  "error ExecuteError(uint256 index, bytes reason)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InvalidReceiver(address receiver)",
  "error ERC20InvalidSender(address sender)",
  "error ERC20InvalidApprover(address approver)",
  "error ERC20InvalidSpender(address spender)",
  "error ERC721NonexistentToken(uint256 tokenId)",
  "error ERC721InsufficientApproval(address operator, uint256 tokenId)",
  "error OwnableUnauthorizedAccount(address account)",
  "error InsufficientBalance()",
  "error InsufficientAllowance()",
]);

const panics: Record<number, string> = {
  0x01: "an assertion failed",
  0x11: "an amount overflows",
  0x12: "division by zero",
  0x32: "an index is out of range",
};

/** Describes why calls reverted. The text comes from a contract: it is cleaned and truncated. */
export function revertReason(data: Hex | null, depth = 0): string {
  if (data === null || size(data) < 4) return "The call failed without a reason.";
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: known, data });
    if (errorName === "Error") return cleanText(String(args[0]), 200);
    if (errorName === "Panic") {
      return `The contract stopped: ${panics[Number(args[0])] ?? `panic ${args[0]}`}.`;
    }
    if (errorName === "ExecuteError" && depth < 3) {
      return `Call ${Number(args[0]) + 1}: ${revertReason(args[1] as Hex, depth + 1)}`;
    }
    return cleanText(`${errorName}(${args.join(", ")})`, 200);
  } catch {
    return `The call failed with error ${data.slice(0, 10)}.`;
  }
}

/** Returns why an operation reverted, from the EntryPoint's event among its logs, if it has one. */
export function operationRevertReason(
  logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[],
): string | undefined {
  const own = logs.filter(({ address }) => address.toLowerCase() === ENTRY_POINT.toLowerCase());
  const failed = readEvents(entryPoint08Abi, own as readonly unknown[] as Log[])
    .find((event) => event.eventName === "UserOperationRevertReason");
  return failed && revertReason(failed.args.revertReason);
}
