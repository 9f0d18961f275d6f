/**
 * Checks what a page sends to the wallet host. A page is a stranger: everything is checked again
 * here, whatever its SDK has checked.
 *
 * @module
 */
import { readTypedData } from "../../account/typed_data.ts";
import {
  address,
  type At,
  bytes,
  elements,
  hash,
  isPresent,
  member,
  object,
  quantity,
  text,
  wrong,
} from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { readStoredGrant } from "../../permission/request.ts";
import { readSiwe } from "../../siwe/request.ts";
import type { ApprovalMethod } from "../../dialog/request.ts";
import { readDomain, readTexts } from "../../names/request.ts";
import type { NameRequest, ParamsOf, SponsorRequest } from "../../protocol/requests.ts";

/** Reads the parameters of a request of a page with this origin. */
export function readParams<M extends PageMethod>(
  method: M,
  params: unknown,
  origin: string,
): ParamsOf[M] {
  const read: (at: At, origin: string) => ParamsOf[M] = readers[method];
  return read({ value: params, path: "params" }, origin);
}

/** What pages may ask the wallet host for: an account's owners are the host's own business. */
export type PageMethod = Exclude<ApprovalMethod, "acct_addPasskey" | "acct_changeOwners">;

/** Whether a name is one of the methods by which a page asks a person. */
export function isPageMethod(method: unknown): method is PageMethod {
  return typeof method === "string" && Object.hasOwn(readers, method);
}

const readers: {
  readonly [M in PageMethod]: (at: At, origin: string) => ParamsOf[M];
} = {
  wallet_connect(at, origin) {
    const siwe = member(at, "siwe");
    const ens = member(at, "ens");
    return {
      chainId: chainNumber(member(at, "chainId")),
      testnets: member(at, "testnets").value === true,
      ...(isPresent(siwe) && { siwe: readSiwe(siwe, origin, chainNumber) }),
      ...(isPresent(ens) && { ens: names(ens) }),
    };
  },
  // A step of connecting; by itself it would show a domain that nobody looked up.
  acct_claimName() {
    throw new AcctError("method_unsupported");
  },
  personal_sign: (at) => ({ ...signer(at), message: bytes(member(at, "message")) }),
  eth_signTypedData_v4: (at) => ({
    ...signer(at),
    typedData: readTypedData(member(at, "typedData")),
  }),
  wallet_sendCalls(at) {
    const id = member(at, "id");
    const permission = member(at, "permission");
    const calls = elements(member(at, "calls"), 500).map((call) => ({
      to: address(member(call, "to")),
      value: quantity(member(call, "value")),
      data: bytes(member(call, "data")),
      ...ownAbi(call),
    }));
    if (calls.length === 0) throw wrong("params.calls", "must have at least one call");
    return {
      ...signer(at),
      calls,
      ...ownAbi(at),
      ...(isPresent(id) && { id: text(id, 4096) }),
      ...(isPresent(permission) && { permission: hash(permission) }),
      ...sponsor(at),
    };
  },
  wallet_grantPermissions: (at) => ({ ...signer(at), ...readStoredGrant(at), ...sponsor(at) }),
  acct_showAccount: (at) => ({ ...signer(at), testnets: member(at, "testnets").value === true }),
  wallet_showCallsStatus(at) {
    const account = member(at, "account");
    return {
      id: text(member(at, "id"), 8_194),
      chainId: chainNumber(member(at, "chainId")),
      ...(isPresent(account) && { account: address(account) }),
    };
  },
  wallet_revokePermissions: (at) => ({ ...signer(at), id: hash(member(at, "id")), ...sponsor(at) }),
};

/** Handed on as it is: what shows calls reads it item by item, in both modes. */
function ownAbi(at: At): { abi?: unknown } {
  const abi = member(at, "abi");
  return isPresent(abi) ? { abi: abi.value } : {};
}

function signer(at: At): { account: `0x${string}`; chainId: number } {
  return {
    account: address(member(at, "account")),
    chainId: chainNumber(member(at, "chainId")),
  };
}

/** The service is asked whether the page's key may give out names there; the page is not believed. */
function names(at: At): NameRequest {
  const domain = readDomain(member(at, "domain"));
  return { domain, texts: readTexts(member(at, "texts").value) };
}

function chainNumber({ value, path }: At): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) {
    throw wrong(path, "must be a chain id");
  }
  return value;
}

function sponsor(at: At): { paymaster?: SponsorRequest } {
  const paymaster = member(at, "paymaster");
  if (!isPresent(paymaster)) return {};
  const url = text(member(paymaster, "url"), 2048);
  const context = member(paymaster, "context");
  if (JSON.stringify(context.value ?? null).length > 20_000) {
    throw new AcctError("invalid_params", { field: context.path, detail: "It is too large." });
  }
  return { paymaster: { url, ...(isPresent(context) && { context: object(context) }) } };
}
