/** Runs before every test of wagmi's, as their own setup does. @module */
import { config } from "./wallet.ts";

const [vitest, actions] = ["vitest", "wagmi/actions"];
const { beforeEach } = await import(vitest!) as typeof import("../vitest.ts");
const { disconnect } = await import(actions!) as typeof import("wagmi/actions");

beforeEach(async () => {
  await disconnect(config).catch(() => {});
});
