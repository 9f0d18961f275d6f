/** Rejects permits of tokens that cannot accept the signature of a contract account. @module */
import { type Address, concat, encodeFunctionData, type Hex, parseAbi } from "viem";
import type { TypedData } from "../../account/message.ts";
import { untilEnd } from "../../client/lazy.ts";
import { probeCalls } from "../../client/read_contracts.ts";
import { eitherSignal } from "../../lib/signals.ts";
import { AcctError } from "../../ground/errors.ts";
import { addressOf } from "../../reading/typed/fields.ts";
import { readVersion, type WalletContext } from "../context/context.ts";

/** Time after which the dialog opens without a result. */
const MAX_WAIT_MS = 3_000;

/** Members of permits that only the token itself verifies: ERC-2612 and DAI's. */
const forms: ReadonlySet<string> = new Set([
  "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline",
  "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed",
]);

/** ERC-7597: `permit` with a signature of any length, as a contract account requires. */
const abi = parseAbi([
  "function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)",
]);
/** A selector that no token implements. */
const ABSENT = "0x00b0a1d7";

/** A permit to be signed. */
interface Asked {
  readonly data: TypedData;
  readonly account: Address;
  readonly chainId: number;
}

/**
 * Rejects a permit that its token cannot accept from this account: the account is not deployed, or
 * the token accepts only `v`, `r` and `s`. In doubt, the permit is allowed.
 *
 * @throws {AcctError} `permit_unsupported` with the reason
 */
export async function requireAccepted(
  context: Pick<WalletContext, "service">,
  asked: Asked,
  signal: AbortSignal,
): Promise<void> {
  const token = tokenOf(asked);
  if (token === null) return;
  const either = eitherSignal(signal, AbortSignal.timeout(MAX_WAIT_MS));
  const { account, chainId } = asked;
  const [deployed, accepts] = await Promise.all([
    untilEnd(readVersion(context, chainId, account, either), either)
      .then((version) => version !== null, () => true),
    untilEnd(acceptsBytes(context, { token, account, chainId }, either), either)
      .catch(() => true),
  ]);
  if (deployed && accepts) return;
  throw new AcctError("permit_unsupported", {
    detail: deployed
      ? `The token ${token} has no permit function for the signature of a contract (ERC-7597).`
      : "The account is not deployed on this chain.",
  });
}

/** Returns the token of a permit by this account on this chain; `null` for any other data. */
function tokenOf({ data, account, chainId }: Asked): Address | null {
  const { primaryType, types, domain, message } = data;
  const form = (types[primaryType] ?? []).map(({ type, name }) => `${type} ${name}`).join();
  if (primaryType !== "Permit" || !forms.has(form)) return null;
  if (String(message.owner ?? message.holder).toLowerCase() !== account.toLowerCase()) return null;
  const isHere = domain.chainId === undefined || String(domain.chainId) === String(chainId);
  return isHere ? addressOf(domain.verifyingContract) : null;
}

/**
 * Compares a call of the function with a call of a nonexistent function: the results are equal only
 * if the token has neither. The deadline has expired, so that no token verifies the signature.
 */
async function acceptsBytes(
  { service }: Pick<WalletContext, "service">,
  { token, account, chainId }: Omit<Asked, "data"> & { readonly token: Address },
  signal: AbortSignal,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi,
    args: [account, account, 0n, 0n, `0x${"00".repeat(65)}`],
  });
  const absent: Hex = concat([ABSENT, `0x${data.slice(10)}`]);
  const [none, found] = await probeCalls(service, chainId, [
    { target: token, data: absent },
    { target: token, data },
  ], signal);
  return none === undefined || found === undefined ||
    none.success !== found.success || none.returnData !== found.returnData;
}
