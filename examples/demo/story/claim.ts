/** First step: test dollars for everyone. @module */
import { parseUnits } from "viem";
import { useSendCalls } from "wagmi";
import { type Step, type StepInput, tokenAbi, useSent } from "./step.ts";

/** The step. */
export function useClaim({ account, token, decimals }: StepInput): Step {
  const send = useSendCalls();
  const claim = () =>
    send.mutate({
      calls: [{
        to: token,
        abi: tokenAbi,
        functionName: "mint",
        args: [account, parseUnits("100", decimals)],
      }],
    });
  return useSent(send, claim);
}
