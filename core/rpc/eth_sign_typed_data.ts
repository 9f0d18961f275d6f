import type { TypedData } from "../account/message.ts";
import { asAccount } from "./as_account.ts";
import { address, type At, elements, member, object, paramsAt, text, wrong } from "../check.ts";
import type { Handler } from "./context.ts";

/** Signs typed data (EIP-712): `[account, data]`, the data as JSON text or as an object. */
export const ethSignTypedData: Handler = (context, params) => {
  const wanted = address(paramsAt(params, 0));
  const typedData = readTypedData(paramsAt(params, 1));
  return asAccount(
    context,
    wanted,
    (account, flow) =>
      context.ask("eth_signTypedData_v4", { account, chainId: context.chainId(), typedData }, flow),
  );
};

/** Typed data, checked for its shape. */
export function readTypedData(at: At): TypedData {
  const parsed = typeof at.value === "string" ? parse(at, at.value) : at;
  const types = Object.keys(object(member(parsed, "types"))).map((name) => {
    const fields = elements(member(member(parsed, "types"), name), 1000).map((field) => ({
      name: text(member(field, "name"), 1000),
      type: text(member(field, "type"), 1000),
    }));
    return [name, fields] as const;
  });
  return {
    types: Object.fromEntries(types),
    primaryType: text(member(parsed, "primaryType"), 1000),
    domain: object(member(parsed, "domain")),
    message: object(member(parsed, "message")),
  };
}

function parse(at: At, json: string): At {
  if (json.length > 2_000_000) throw wrong(at.path, "is too long");
  try {
    return { value: JSON.parse(json), path: at.path };
  } catch {
    throw wrong(at.path, "is not valid JSON");
  }
}
