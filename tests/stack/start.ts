/** Starts the stack that a test asked for, with the bundler that the run asked for. @module */
import { type Alto, startAlto } from "../../scripts/alto/mod.ts";
import { type Stack, type StackOptions, startStack } from "../../scripts/stack/mod.ts";

/** True if this run uses alto: `BUNDLER=alto`, set by `deno task test:alto`. */
export const withAlto = Deno.env.get("BUNDLER") === "alto";

/** The stack; with alto in place of our own bundler if the run asks for it. */
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
