/**
 * The code of each step, in the form that a developer would write; a test compares it with the
 * demo's code.
 *
 * @module
 */
import type { StepName } from "./step_names.ts";

/** Lines of code. */
export interface Code {
  /** The lines. */
  readonly text: string;
  /** The module that runs them. */
  readonly file: string;
}

/** The lines of each step; `here` if the wallet is in the page. */
export const codes: Readonly<Record<StepName | "here", Code>> = {
  claim: {
    file: "claim.ts",
    text: `const send = useSendCalls();
const claim = () =>
  send.mutate({
    calls: [{
      to: token,
      abi: tokenAbi,
      functionName: "mint",
      args: [account, parseUnits("100", decimals)],
    }],
  });`,
  },
  tip: {
    file: "tip.ts",
    text: `const send = useSendCalls();
const tip = () =>
  send.mutate({
    calls: [{
      to: token,
      abi: tokenAbi,
      functionName: "transfer",
      args: [cafe, parseUnits("5", decimals)],
    }],
  });`,
  },
  subscribe: {
    file: "subscribe.ts",
    text: `const grant = useGrantPermissions();
const subscribe = () =>
  grant.mutate({
    spender: cafe,
    expiry: Math.floor(Date.now() / 1000) + 365 * 86_400,
    permissions: {
      spends: [{ token, allowance: String(parseUnits("5", decimals)), unit: "week" }],
    },
  });`,
  },
  cancel: {
    file: "cancel.ts",
    text: `const permissions = usePermissions({ query: { refetchOnMount: "always" } });
const cancelled = subscription !== undefined && permissions.data !== undefined &&
  !permissions.isFetching && !permissions.data.some(({ id }) => id === subscription);`,
  },
  here: {
    file: "cancel.ts",
    text: `const revoke = useRevokePermissions();
const cancel = () => revoke.mutate({ id: subscription! });`,
  },
};
