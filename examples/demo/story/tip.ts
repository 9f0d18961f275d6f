/** Second step: a payment. @module */
import { parseUnits } from "viem";
import { useSendCalls } from "wagmi";
import { cafe, type Step, type StepInput, tokenAbi, useSent } from "./step.ts";

/** The step. */
export function useTip({ token, decimals }: StepInput): Step {
  const send = useSendCalls();
  const tip = () =>
    send.mutate({
      calls: [{
        to: token,
        abi: tokenAbi,
        functionName: "transfer",
        args: [cafe, parseUnits("5", decimals)],
      }],
    });
  return useSent(send, tip);
}
