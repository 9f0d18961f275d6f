import type { Handler } from "./context.ts";

/** Hands a read to the current chain's node. */
export function chainRead(method: string): Handler {
  return (context, params) =>
    context.service.chain(context.chainId(), method, params ?? [], context.signal);
}

/** Hands a read to the service. */
export function serviceRead(method: string): Handler {
  return (context, params) => context.service.rpc(method, params ?? [], context.signal);
}
