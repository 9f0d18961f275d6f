/** Compiles one file after another in its own thread. */
import { type Answer, compile, type Job } from "./solc.ts";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Job>) => void) | null;
  postMessage(answer: Answer): void;
};

scope.onmessage = async ({ data: { file, options } }) => {
  try {
    scope.postMessage({ compiled: await compile([file], options) });
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
