/** Checks a claim before its name is stored. @module */
import { hashTypedData, type Hex } from "viem";
import { claimTypedData } from "../../core/names/claim.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { ClaimNameParams } from "../../core/protocol/service/mod.ts";
import type { LabelRefusal } from "../../core/wire/names.ts";
import type { Chain } from "../chain/chain.ts";
import { findChain } from "../chain/find.ts";
import type { Link } from "./links.ts";
import { isSignedBy } from "./registry.ts";

/** Seconds for which a signed claim is accepted. */
const CLAIM_TTL_S = 600;
/** Seconds that a client's clock may be ahead. */
const CLOCK_SKEW_S = 120;

/** Creates the error for a label that is not available. */
export function refusal(status: LabelRefusal): AcctError {
  const cause = status === "taken" || status === "similar" ? "name_taken" : "invalid_params";
  return new AcctError(cause, { field: "params[0].label", detail: `(${status})` });
}

/** If deployed anywhere, the account must sign there: elsewhere a removed key may still count. */
export async function checkSigner(
  chains: ReadonlyMap<number, Chain>,
  params: ClaimNameParams,
  name: string,
): Promise<{ readonly isDeployed: boolean }> {
  const { account, signature, texts, issuedAt } = params;
  const chain = findChain(chains, params.chainId);
  const codes = await Promise.all([...chains.values()].map(async ({ id, node }) => {
    const code = await node.request<Hex>("eth_getCode", [account.address, "latest"]);
    return { id, deployed: code !== "0x" };
  }));
  const deployed = codes.filter((each) => each.deployed).map(({ id }) => id);
  if (deployed.length > 0 && !deployed.includes(chain.id)) {
    throw new AcctError("invalid_params", {
      field: "params[0].chainId",
      detail: `The account is deployed on ${deployed.join(", ")}: it must sign there.`,
    });
  }
  const hash = hashTypedData(
    claimTypedData({ name, account: account.address, texts, issuedAt }) as Parameters<
      typeof hashTypedData
    >[0],
  );
  if (!await isSignedBy(chain.node, account.address, hash, signature)) {
    throw new AcctError("invalid_params", {
      field: "params[0].signature",
      detail: "It is not by the account.",
    });
  }
  return { isDeployed: deployed.length > 0 };
}

/**
 * Checks the records against the policy of the domain; their form is checked with the parameters.
 */
export function checkTexts(link: Link, texts: ClaimNameParams["texts"]): void {
  const { textKeys, texts: most } = link.policy;
  const wrong = (at: number, detail: string) =>
    new AcctError("invalid_params", {
      field: `params[0].capabilities.subnameTextRecords[${at}]`,
      detail,
    });
  if (texts.length > most) throw wrong(most, `At most ${most} records are stored.`);
  const seen = new Set<string>();
  for (const [at, { key }] of texts.entries()) {
    if (seen.has(key)) throw wrong(at, "The key is duplicated.");
    if (textKeys !== undefined && !textKeys.includes(key)) {
      throw wrong(at, "The project does not store this key.");
    }
    seen.add(key);
  }
}

/** Checks the age of a claim; both times are Unix seconds. */
export function checkAge(issuedAt: number, now: number): void {
  const age = now - issuedAt;
  if (age <= CLAIM_TTL_S && age >= -CLOCK_SKEW_S) return;
  throw new AcctError("invalid_params", {
    field: "params[0].issuedAt",
    detail: `The claim was not issued in the last ${CLAIM_TTL_S} seconds.`,
  });
}
