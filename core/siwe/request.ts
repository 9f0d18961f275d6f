/** Sign-in with Ethereum (EIP-4361), as a page asks for it. @module */
import { type At, isPresent, member, text, wrong } from "../check.ts";
import type { SiweRequest } from "../wallet/wallet.ts";

/**
 * Reads `{ nonce, chainId, domain?, uri?, statement? }`. Domain and URI must be the page's own, or a
 * signature could be carried to another site.
 *
 * @param origin the page's real origin, or `null` outside of a page
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function readSiwe(
  at: At,
  origin: string | null,
  readChain: (at: At) => number,
): SiweRequest {
  const nonce = text(member(at, "nonce"), 256);
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce)) {
    throw wrong(`${at.path}.nonce`, "must be at least 8 letters and digits");
  }
  const optional = (name: string) => {
    const inner = member(at, name);
    return isPresent(inner) ? text(inner, 2048) : undefined;
  };
  const [domain, uri, statement] = [optional("domain"), optional("uri"), optional("statement")];
  const page = origin === null ? null : new URL(origin);
  if (page !== null && domain !== undefined && domain !== page.host) {
    throw wrong(`${at.path}.domain`, `must be the page's own domain, ${page.host}`);
  }
  if (page !== null && uri !== undefined && URL.parse(uri)?.origin !== page.origin) {
    throw wrong(`${at.path}.uri`, `must be of the page's own origin, ${page.origin}`);
  }
  // deno-lint-ignore no-control-regex -- line breaks and their like would forge other fields
  if (statement !== undefined && /[\u0000-\u001f\u007f\u0085\u2028\u2029]/.test(statement)) {
    throw wrong(`${at.path}.statement`, "must be one line without control characters");
  }
  return {
    nonce,
    chainId: readChain(member(at, "chainId")),
    ...(domain !== undefined && { domain }),
    ...(uri !== undefined && { uri }),
    ...(statement !== undefined && { statement }),
  };
}
