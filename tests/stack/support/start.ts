/** Starts the stack that a test requests, with the bundler that the run requests. @module */
import { type Alto, startAlto } from "../../../scripts/alto/mod.ts";
import { type Stack, type StackOptions, startStack } from "../../../scripts/stack/mod.ts";

/** True if this run uses alto: `BUNDLER=alto`, set by `deno task test alto`. */
export const withAlto = Deno.env.get("BUNDLER") === "alto";

/** The stack, with alto instead of the built-in bundler if the run requests it. */
export async function startTestStack(options: StackOptions = {}): Promise<Stack> {
  if (!withAlto) return await startStack(options);
  const parts: { alto?: Alto } = {};
  const bundlerUrl = async (rpcUrl: string) => {
    parts.alto = await startAlto(rpcUrl);
    return parts.alto.url;
  };
  try {
    const stack = await startStack({ ...options, bundlerUrl });
    const stop = async () => {
      await stack.stop();
      await parts.alto?.[Symbol.asyncDispose]();
    };
    return { ...stack, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await parts.alto?.[Symbol.asyncDispose]();
    throw error;
  }
}
